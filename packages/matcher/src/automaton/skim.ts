import type { WordSetTables } from '../types.ts';
import { SPREAD } from './gram-filter.ts';
import { AT_HASH, AT_ROW, AT_STEP, type Position } from './position.ts';
import { ROW_MASK, type Rows } from './rows.ts';
import { STEP_SKIP, STEP_SPECIAL } from './step-table.ts';

/** Reads on from a unit while nothing is under way; gives the unit where a filter answers or a special stands. */
export type Skim = (text: string, from: number, position: Position) => number;

/**
 * The hot loop, through which nine units in ten of a text pass. It calls nothing and keeps everything in
 * local variables, so that the compiler holds it in registers; the shifts are those of `GRAM_SHIFTS`.
 */
export function createSkim(tables: WordSetTables, steps: Uint16Array, rows: Rows): Skim {
  const { filterLayout: layout } = tables;
  const { places, taken } = rows;
  const [filter0, filter1, filter2, filter3] = [0, 1, 2, 3].map((filter) =>
    tables.filters.subarray(layout[filter * 2], filter === 3 ? undefined : layout[filter * 2 + 2]),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array];
  const [, shift0 = 27, , shift1 = 27, , shift2 = 27, , shift3 = 27] = layout;

  return function skim(text, from, position) {
    let row = position[AT_ROW] as number;
    let previous = position[AT_STEP] as number;
    let hash0 = position[AT_HASH] as number;
    let hash1 = position[AT_HASH + 1] as number;
    let hash2 = position[AT_HASH + 2] as number;
    let hash3 = position[AT_HASH + 3] as number;
    let at = from;
    for (; at < text.length; at++) {
      const step = steps[text.charCodeAt(at)] as number;
      if (step === previous || step === STEP_SKIP) continue;
      if (step === STEP_SPECIAL) break;
      previous = step;
      row++;
      places[row & ROW_MASK] = at;
      taken[row & ROW_MASK] = step;
      const spread = Math.imul(step, SPREAD);
      hash0 = ((hash0 << 16) + spread) | 0;
      hash1 = ((hash1 << 8) + spread) | 0;
      hash2 = ((hash2 << 6) + spread) | 0;
      hash3 = ((hash3 << 3) + spread) | 0;
      const bit0 = hash0 >>> shift0;
      const bit1 = hash1 >>> shift1;
      const bit2 = hash2 >>> shift2;
      const bit3 = hash3 >>> shift3;
      const mayBegin =
        ((filter0[bit0 >>> 5] as number) >>> (bit0 & 31)) |
        ((filter1[bit1 >>> 5] as number) >>> (bit1 & 31)) |
        ((filter2[bit2 >>> 5] as number) >>> (bit2 & 31)) |
        ((filter3[bit3 >>> 5] as number) >>> (bit3 & 31)) |
        (step >>> 15);
      if (mayBegin & 1) break;
    }
    position[AT_ROW] = row;
    position[AT_STEP] = previous;
    position[AT_HASH] = hash0;
    position[AT_HASH + 1] = hash1;
    position[AT_HASH + 2] = hash2;
    position[AT_HASH + 3] = hash3;
    return at;
  };
}
