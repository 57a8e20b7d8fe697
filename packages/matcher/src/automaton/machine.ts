import type { FoldTable } from '../folding/fold-table.ts';
import { resolveSpecial } from '../folding/special-units.ts';
import type { WordSetTables } from '../types.ts';
import { BASE, FAIL, FAIL_MASK, LEVEL_MASK, OUT, OWNER, UNDER_WAY } from './double-array.ts';
import { GRAMS, rollGram } from './gram-filter.ts';
import { ROW_MASK, type Rows } from './rows.ts';
import { STEP_MASK, STEP_SINGLE, stepOf } from './step-table.ts';

/** What a scan knows at any moment. */
export interface Position {
  /** Rows passed so far, less one. */
  row: number;
  /** The automaton's state; 0 while nothing is under way. */
  state: number;
  /** The step of the current row. */
  previous: number;
  hash2: number;
  hash4: number;
  hash8: number;
}

export interface Machine {
  /**
   * The state after a row at which a filter answered: the start of a pattern that ends in this row, or the
   * state the automaton is in already when that is as deep, and so covers it.
   */
  enter(position: Position): number;
  /** Takes one step outside the hot loop. */
  advance(position: Position, step: number, place: number): void;
  /** The steps of a unit that needs a look at its neighbours. */
  stepsAt(text: string, at: number): number[];
}

/** The automaton's slower moves, which the loop of the scan leaves to functions. */
export function createMachine(tables: WordSetTables, table: FoldTable, rows: Rows): Machine {
  const { states, classes, filters, filterLayout } = tables;
  const { places, taken } = rows;

  function isMarked(filter: number, hash: number): boolean {
    const bit = hash >>> (filterLayout[filter * 2 + 1] as number);
    const word = (filterLayout[filter * 2] as number) + (bit >>> 5);
    return (((filters[word] as number) >>> (bit & 31)) & 1) === 1;
  }

  /** The state of the last `count` rows when a pattern is under way with them, or 0. */
  function walk(row: number, count: number): number {
    if (row + 1 < count) return 0;
    let state = 0;
    for (let i = row - count + 1; i <= row; i++) {
      const move = ((taken[i & ROW_MASK] as number) & STEP_MASK) << 2;
      const next = (states[state + BASE] as number) + move;
      if (states[next + OWNER] !== state) return 0;
      state = next;
    }
    return (states[state + FAIL] as number) & UNDER_WAY ? state : 0;
  }

  function enter({ state, row, previous, hash2, hash4, hash8 }: Position): number {
    const level = state === 0 ? 0 : (states[state + OUT] as number) & LEVEL_MASK;
    let found = 0;
    if (level < 3 && isMarked(2, hash8)) found = walk(row, GRAMS[2]);
    if (level < 2 && found === 0 && isMarked(1, hash4)) found = walk(row, GRAMS[1]);
    if (level < 1 && found === 0 && isMarked(0, hash2)) found = walk(row, GRAMS[0]);
    if (state === 0 && found === 0 && previous & STEP_SINGLE) found = walk(row, 1);
    return found === 0 ? state : found;
  }

  function follow(from: number, step: number): number {
    const move = (step & STEP_MASK) << 2;
    let state = from;
    let next = (states[state + BASE] as number) + move;
    while (states[next + OWNER] !== state) {
      if (state === 0) return 0;
      state = (states[state + FAIL] as number) & FAIL_MASK;
      next = (states[state + BASE] as number) + move;
    }
    return (states[next + FAIL] as number) & UNDER_WAY ? next : 0;
  }

  return {
    enter,
    advance(position, step, place) {
      position.previous = step;
      position.row++;
      places[position.row & ROW_MASK] = place;
      taken[position.row & ROW_MASK] = step;
      position.hash2 = rollGram(position.hash2, step, 2);
      position.hash4 = rollGram(position.hash4, step, 4);
      position.hash8 = rollGram(position.hash8, step, 8);
      if (position.state !== 0) position.state = follow(position.state, step);
      position.state = enter(position);
    },
    stepsAt(text, at) {
      const found = resolveSpecial(text, at, table.entries[text.charCodeAt(at)] as number, table);
      return Array.from(found, (code) => stepOf(code, classes));
    },
  };
}
