import type { FoldTable } from '../folding/fold-table.ts';
import { resolveSpecial } from '../folding/special-units.ts';
import type { WordSetTables } from '../types.ts';
import { BASE, FAIL, FAIL_MASK, LEVEL_MASK, OUT, OWNER, UNDER_WAY } from './double-array.ts';
import { GRAM_SHIFTS, GRAMS, SPREAD } from './gram-filter.ts';
import { AT_HASH, AT_ROW, AT_STATE, AT_STEP, type Position } from './position.ts';
import { ROW_MASK, type Rows } from './rows.ts';
import { STEP_MASK, STEP_SINGLE, stepOf } from './step-table.ts';

export interface Machine {
  /**
   * Sets the state after a row at which a filter answered: the start of a pattern that ends in this row, or
   * the state the automaton is in already when that is as deep, and so covers it.
   */
  enter(position: Position): void;
  /** Takes one step with all that belongs to it: row, hashes, automaton, filters. */
  advance(position: Position, step: number, place: number): void;
  /** The steps of a unit that needs a look at its neighbours. */
  stepsAt(text: string, at: number): number[];
}

/** The automaton's moves. The hot loop in skim.ts runs only while nothing is under way. */
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

  function enter(position: Position): void {
    const state = position[AT_STATE] as number;
    const row = position[AT_ROW] as number;
    const level = state === 0 ? 0 : (states[state + OUT] as number) & LEVEL_MASK;
    let found = 0;
    for (let filter = GRAMS.length - 1; filter >= level && found === 0; filter--) {
      if (isMarked(filter, position[AT_HASH + filter] as number)) found = walk(row, GRAMS[filter] as number);
    }
    if (state === 0 && found === 0 && (position[AT_STEP] as number) & STEP_SINGLE) found = walk(row, 1);
    if (found !== 0) position[AT_STATE] = found;
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
      const row = (position[AT_ROW] as number) + 1;
      position[AT_STEP] = step;
      position[AT_ROW] = row;
      places[row & ROW_MASK] = place;
      taken[row & ROW_MASK] = step;
      const spread = Math.imul(step, SPREAD);
      for (let filter = 0; filter < GRAMS.length; filter++) {
        const hash = position[AT_HASH + filter] as number;
        position[AT_HASH + filter] = (hash << (GRAM_SHIFTS[filter] as number)) + spread;
      }
      const state = position[AT_STATE] as number;
      if (state !== 0) position[AT_STATE] = follow(state, step);
      enter(position);
    },
    stepsAt(text, at) {
      const found = resolveSpecial(text, at, table.entries[text.charCodeAt(at)] as number, table);
      return Array.from(found, (code) => stepOf(code, classes));
    },
  };
}
