import type { Rows } from './rows.ts';
import type { BASE_SHIFT, HAS_OUT, IS_KEPT } from './state-layout.ts';
import { type STEP_MASK, STEP_SPECIAL, STEP_WORD } from './step-table.ts';

/**
 * The state of the longest of some beginnings that seem to end in a row; 0 when none of them is really there.
 *
 * @param seen bit n for a beginning of n rows
 */
export type Walk = (text: string, row: number, seen: number) => number;

/** `table` holds the step of each unit. */
export function createWalk(states: Int32Array, table: Uint16Array, rows: Rows): Walk {
  /** Returns the state to which rows lead from the root; 0 if there is none, or no pattern goes on or ends there. */
  function follow(first: number, last: number): number {
    const { steps } = rows;
    const stepMask: typeof STEP_MASK = 0x3fff;
    const baseShift: typeof BASE_SHIFT = 3;
    const hasOut: typeof HAS_OUT = 1;
    const isKept: typeof IS_KEPT = 4;
    let state = 0;
    let base = states[0] as number;
    for (let row = first; row <= last; row = (row + 1) | 0) {
      const next = ((base >> baseShift) + (((steps[row] as number) & stepMask) << 1)) | 0;
      if (states[(next + 1) | 0] !== state) return 0;
      state = next;
      base = states[next] as number;
    }
    return (base & (hasOut | isKept)) !== 0 ? state : 0;
  }

  /** Returns whether a row continues a word, if all patterns must begin at a boundary. */
  function isInWord(text: string, row: number): boolean {
    const place = rows.places[row] as number;
    if (place < 1 || rows.places[row + 1] !== place + 1) return false;
    const before = table[text.charCodeAt(place - 1)] as number;
    const own = table[text.charCodeAt(place)] as number;
    return (before & own & STEP_WORD) !== 0 && before < STEP_SPECIAL && own < STEP_SPECIAL;
  }

  return function walk(text, row, seen) {
    for (let left = seen; left !== 0; ) {
      const level = 31 - Math.clz32(left);
      const first = row - level + 1;
      if (first >= 0 && !isInWord(text, first)) {
        const state = follow(first, row);
        if (state !== 0) return state;
      }
      left ^= 1 << level;
    }
    return 0;
  };
}
