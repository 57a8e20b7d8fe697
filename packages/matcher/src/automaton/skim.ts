import type { WordSetTables } from '../types.ts';
import { pairShift, type SPREAD } from './pair-filter.ts';
import { HITS_MAX, type Position } from './position.ts';
import { type ROW_MASK, type RowPlaces, SLICE_UNITS } from './rows.ts';
import { BASE, type FAIL, type OUT, type OWNER } from './state-layout.ts';
import type { STEP_MASK, STEP_SKIP, STEP_SPECIAL } from './step-table.ts';

/**
 * Reads on from a unit to the next special one, to the end of a slice or until there are many hits, gathers
 * the hits, and gives the first unit that was not read.
 */
export type Skim = (text: string, from: number, position: Position) => number;

/**
 * The hot loop. It calls nothing and uses nothing but local variables and literals: what is imported or
 * captured would be loaded again for every unit, which made the loop half as fast. What machine.ts has as functions is written
 * out here.
 */
export function createSkim(tables: WordSetTables, steps: Uint16Array, rowPlaces: RowPlaces): Skim {
  const rootBase = tables.states[BASE] as number;
  const pairBits = pairShift(tables.pairs);

  return function skim(text, from, position) {
    const { states, pairs } = tables;
    const { hits } = position;
    const places = rowPlaces;
    const table = steps;
    const root = rootBase;
    const shift = pairBits;
    const spread: typeof SPREAD = 0x9e3779b1;
    const rowMask: typeof ROW_MASK = 0x3fff;
    const hitNumbers = HITS_MAX * 2;
    const end = Math.min(text.length, from + SLICE_UNITS);
    const stepMask: typeof STEP_MASK = 0x7fff;
    const skip: typeof STEP_SKIP = 0xffff;
    const special: typeof STEP_SPECIAL = 0xfffe;
    const base: typeof BASE = 0;
    const owner: typeof OWNER = 1;
    const fail: typeof FAIL = 2;
    const out: typeof OUT = 3;
    let { row, state, step: previous, hitCount } = position;
    let at = from;
    units: for (; at < end; at++) {
      const step = table[text.charCodeAt(at)] as number;
      if (step === previous || step === skip) continue;
      if (step === special || hitCount >= hitNumbers) break;
      places[++row & rowMask] = at;
      const before = previous;
      previous = step;
      const move = (step & stepMask) << 2;
      while (state !== 0) {
        const next = (states[state + base] as number) + move;
        if (states[next + owner] === state) {
          state = next;
          if (states[state + out] !== 0) {
            hits[hitCount++] = state;
            hits[hitCount++] = row;
          }
          continue units;
        }
        state = states[state + fail] as number;
      }
      const bit = Math.imul(Math.imul(before, spread) + step, spread) >>> shift;
      if ((((pairs[bit >>> 5] as number) >>> (bit & 31)) & 1) !== 0) {
        const first = root + ((before & stepMask) << 2);
        const next = (states[first + base] as number) + move;
        if (states[first + owner] === 0 && states[next + owner] === first) {
          state = next;
          if (states[state + out] !== 0) {
            hits[hitCount++] = state;
            hits[hitCount++] = row;
          }
        }
      }
      if (step >>> 15 !== 0 && (state === 0 || states[state + out] === 0)) {
        hits[hitCount++] = root + move;
        hits[hitCount++] = row;
      }
    }
    position.row = row;
    position.state = state;
    position.step = previous;
    position.hitCount = hitCount;
    return at;
  };
}
