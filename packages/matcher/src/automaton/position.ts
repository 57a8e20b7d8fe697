import { HITS_MAX } from './rows.ts';

/** The state of a search, kept from one stretch of rows to the next. */
export interface Position {
  /** The next row to search. */
  row: number;
  /** The automaton's state; 0 while no beginning of a pattern has been seen that goes on. */
  state: number;
  /** The row in which the rows that led to the state begin. */
  first: number;
  /** The hashes of the last 2, 3, 4, 6 and 10 rows (see gram-filter.ts). */
  readonly hashes: Int32Array;
  /** Hits not yet looked at, two numbers each: the state, the row in which it ends. */
  readonly hits: Int32Array;
  /** Numbers in `hits`. */
  hitCount: number;
}

export const createPosition = (): Position => ({
  row: 0,
  state: 0,
  first: 0,
  hashes: new Int32Array(5),
  hits: new Int32Array(HITS_MAX * 2),
  hitCount: 0,
});

export function resetPosition(position: Position): void {
  position.row = 0;
  position.state = 0;
  position.first = 0;
  position.hashes.fill(0);
  position.hitCount = 0;
}
