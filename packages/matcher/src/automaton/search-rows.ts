import type { WordSetTables } from '../types.ts';
import type {
  CHOICE_MASK,
  PAIR_WORD_SHIFT,
  SHIFT_2,
  SHIFT_3,
  SHIFT_4,
  SHIFT_6,
  SHIFT_10,
  SPREAD,
} from './gram-filter.ts';
import type { Position } from './position.ts';
import type { Rows } from './rows.ts';
import type { BASE_SHIFT, HAS_FAIL, HAS_OUT } from './state-layout.ts';
import type { STEP_MASK, STEP_SINGLE } from './step-table.ts';
import { createWalk } from './walk.ts';

/** Searches the rows that have been read since, and adds what the automaton hits to the position. */
export type Search = (text: string, position: Position) => void;

/**
 * The automaton. It is entered where the filter of gram-filter.ts has seen the beginning of a pattern, and left
 * where neither that pattern nor, by the fail links, one that began later goes on.
 *
 * This and read-rows.ts are the hot loops. They use nothing but local variables and literals: what is imported
 * or captured would be loaded again for every row, which made them half as fast. `| 0` and `>>> 0` tell the
 * compiler that numbers stay within 32 bits, or are no signed ones; without it they are tagged and checked, or
 * extended, at every step. A DataView takes one register where a typed array takes two, which in a process with
 * several sets makes a quarter (where there is but one, the addresses are made constants). And the hashes stay
 * in registers only as long as filter and automaton are one function, longer than others may be.
 */
export function createSearch(tables: WordSetTables, table: Uint16Array, rows: Rows): Search {
  const { states, links, depths } = tables;
  const walk = createWalk(states, table, rows);
  const bitmapBytes = tables.grams.byteLength;

  return function search(text, position) {
    const { hits, hashes } = position;
    const { steps, view } = rows;
    const bitmap = (bitmapBytes - 4) | 0;
    const choiceAt = rows.choiceAt | 0;
    const choice: typeof CHOICE_MASK = 0xffc;
    const spread: typeof SPREAD = 0x9e3779b1;
    const shift2: typeof SHIFT_2 = 16;
    const shift3: typeof SHIFT_3 = 11;
    const shift4: typeof SHIFT_4 = 8;
    const shift6: typeof SHIFT_6 = 5;
    const shift10: typeof SHIFT_10 = 3;
    const pairWord: typeof PAIR_WORD_SHIFT = 5;
    const stepMask: typeof STEP_MASK = 0x3fff;
    const single: typeof STEP_SINGLE = 0x8000;
    const baseShift: typeof BASE_SHIFT = 3;
    const hasOut: typeof HAS_OUT = 1;
    const hasFail: typeof HAS_FAIL = 2;
    const count = rows.count | 0;
    const stepsAt = rows.stepsAt | 0;
    const last = (stepsAt + (count << 2)) | 0;
    let state = position.state | 0;
    let first = position.first | 0;
    let hitCount = position.hitCount | 0;
    let hash2 = hashes[0] as number;
    let hash3 = hashes[1] as number;
    let hash4 = hashes[2] as number;
    let hash6 = hashes[3] as number;
    let hash10 = hashes[4] as number;
    for (let row = position.row | 0; row < count; row = (row + 1) | 0) {
      if (state === 0) {
        let at = (stepsAt + (row << 2)) | 0;
        for (; at < last; at = (at + 4) | 0) {
          const step = view.getInt32(at, true);
          const gear = Math.imul(step, spread);
          const pair = (hash2 >>> shift2) ^ gear;
          const triple = (hash3 >>> shift3) ^ gear;
          const word = view.getInt32(((pair >>> pairWord) & bitmap) >>> 0, true);
          const words =
            view.getInt32((hash2 & bitmap) >>> 0, true) |
            view.getInt32((hash3 & bitmap) >>> 0, true) |
            view.getInt32((hash4 & bitmap) >>> 0, true) |
            view.getInt32((hash6 & bitmap) >>> 0, true) |
            view.getInt32((hash10 & bitmap) >>> 0, true);
          const bits = view.getInt32(((triple & choice) + choiceAt) >>> 0, true);
          const pairBits = view.getInt32(((pair & choice) + choiceAt) >>> 0, true);
          if ((bits & ~words) === 0 || (pairBits & ~word) === 0 || (step & single) !== 0) break;
          hash2 = pair;
          hash3 = triple;
          hash4 = (hash4 >>> shift4) ^ gear;
          hash6 = (hash6 >>> shift6) ^ gear;
          hash10 = (hash10 >>> shift10) ^ gear;
        }
        row = (at - stepsAt) >> 2;
        if (row >= count) break;
      }
      const step = steps[row] as number;
      const move = (step & stepMask) << 1;
      let known = 0;
      if (state !== 0) {
        let base = states[state] as number;
        let next = ((base >> baseShift) + move) | 0;
        while (states[(next + 1) | 0] !== state) {
          if ((base & hasFail) === 0) {
            next = 0;
            break;
          }
          state = links[state] as number;
          first = (row - (depths[state >> 1] as number)) | 0;
          base = states[state] as number;
          next = ((base >> baseShift) + move) | 0;
        }
        state = next;
        if (state !== 0) known = (row - first + 1) | 0;
      }
      const gear = Math.imul(step, spread);
      const pair = (hash2 >>> shift2) ^ gear;
      const triple = (hash3 >>> shift3) ^ gear;
      const bits = view.getInt32(((triple & choice) + choiceAt) >>> 0, true);
      let seen = 0;
      if (known < 11 && (bits & ~view.getInt32((hash10 & bitmap) >>> 0, true)) === 0) seen |= 1 << 11;
      if (known < 7 && (bits & ~view.getInt32((hash6 & bitmap) >>> 0, true)) === 0) seen |= 1 << 7;
      if (known < 5 && (bits & ~view.getInt32((hash4 & bitmap) >>> 0, true)) === 0) seen |= 1 << 5;
      if (known < 4 && (bits & ~view.getInt32((hash3 & bitmap) >>> 0, true)) === 0) seen |= 1 << 4;
      if (known < 3 && (bits & ~view.getInt32((hash2 & bitmap) >>> 0, true)) === 0) seen |= 1 << 3;
      if (known < 2) {
        const pairBits = view.getInt32(((pair & choice) + choiceAt) >>> 0, true);
        if ((pairBits & ~view.getInt32(((pair >>> pairWord) & bitmap) >>> 0, true)) === 0) seen |= 1 << 2;
      }
      if (seen !== 0) {
        const entered = walk(text, row, seen);
        if (entered !== 0) {
          state = entered;
          first = (row - (depths[entered >> 1] as number) + 1) | 0;
        }
      }
      hash2 = pair;
      hash3 = triple;
      hash4 = (hash4 >>> shift4) ^ gear;
      hash6 = (hash6 >>> shift6) ^ gear;
      hash10 = (hash10 >>> shift10) ^ gear;
      const end = state === 0 && (step & single) !== 0 ? ((states[0] as number) >> baseShift) + move : state;
      if (end !== 0 && ((states[end] as number) & hasOut) !== 0) {
        hits[hitCount] = end;
        hits[(hitCount + 1) | 0] = row;
        hitCount = (hitCount + 2) | 0;
      }
    }
    position.row = count;
    position.state = state;
    position.first = first;
    position.hitCount = hitCount;
    hashes[0] = hash2;
    hashes[1] = hash3;
    hashes[2] = hash4;
    hashes[3] = hash6;
    hashes[4] = hash10;
  };
}
