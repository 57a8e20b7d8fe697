/** What a scan knows at any moment, handed between the hot loop and what it leaves to functions. */
export interface Position {
  /** Rows passed so far, less one. */
  row: number;
  /** The automaton's state, at depth two or more; 0 while nothing longer than one step is under way. */
  state: number;
  /** The step of the current row; -1 before the first. */
  step: number;
  /** Hits not yet looked at, two numbers each: the state, the row in which it ends. */
  readonly hits: Int32Array;
  /** Numbers in `hits`. */
  hitCount: number;
}

/** Hits that are gathered at most before they are looked at. */
export const HITS_MAX = 64;
/** Room for the hits of one special unit on top, which folds to 18 units at most. */
const HITS_SPARE = 20;

export const createPosition = (): Position => ({
  row: -1,
  state: 0,
  step: -1,
  hits: new Int32Array((HITS_MAX + HITS_SPARE) * 2),
  hitCount: 0,
});

export function resetPosition(position: Position): void {
  position.row = -1;
  position.state = 0;
  position.step = -1;
  position.hitCount = 0;
}

export function addHit(position: Position, state: number): void {
  position.hits[position.hitCount] = state;
  position.hits[position.hitCount + 1] = position.row;
  position.hitCount += 2;
}
