import type { WordSetTables } from '../types.ts';
import { pairShift, type SPREAD } from './pair-filter.ts';
import { HITS_MAX, type Position } from './position.ts';
import { type ROW_MASK, type RowPlaces, SLICE_UNITS } from './rows.ts';
import { BASE, BASE_SHIFT, type FAIL, type HAS_FAIL, type HAS_OUT, type OWNER } from './state-layout.ts';
import type { STEP_MASK, STEP_SKIP, STEP_SPECIAL, STEP_WORD } from './step-table.ts';

/**
 * Reads on from a unit to the next special one, to the end of a slice or until there are many hits, gathers
 * the hits, and gives the first unit that was not read.
 */
export type Skim = (text: string, from: number, position: Position) => number;

/**
 * The hot loop. It calls nothing and uses nothing but local variables and literals: what is imported or
 * captured would be loaded again for every unit, which made the loop half as fast. `| 0` tells the compiler
 * that numbers stay within 32 bits; without it they are tagged and checked at every step, a tenth of the speed.
 * What machine.ts has as functions is written out here, and so the function is longer than others may be.
 *
 * In a set whose terms all begin at word boundaries, a letter that *follows* a letter cannot begin anything. So
 * where a word has ceased to be the start of a term, the rest of it is passed over in a loop of its own; and
 * while a state has seen letters of one word alone, its fail links lead nowhere.
 */
export function createSkim(tables: WordSetTables, steps: Uint16Array, rowPlaces: RowPlaces): Skim {
  const rootBase = (tables.states[BASE] as number) >> BASE_SHIFT;
  const pairBits = pairShift(tables.pairs);

  return function skim(text, from, position) {
    const { states, links, pairs } = tables;
    const { hits } = position;
    const places = rowPlaces;
    const table = steps;
    const root = rootBase | 0;
    const shift = pairBits | 0;
    const spread: typeof SPREAD = 0x9e3779b1;
    const rowMask: typeof ROW_MASK = 0x3fff;
    const hitNumbers = HITS_MAX * 2;
    const end = Math.min(text.length, from + SLICE_UNITS) | 0;
    const stepMask: typeof STEP_MASK = 0x3fff;
    const word: typeof STEP_WORD = 0x4000;
    const skip: typeof STEP_SKIP = 0xbfff;
    const special: typeof STEP_SPECIAL = 0xbffe;
    const base: typeof BASE = 0;
    const owner: typeof OWNER = 1;
    const baseShift: typeof BASE_SHIFT = 2;
    const hasOut: typeof HAS_OUT = 1;
    const hasFail: typeof HAS_FAIL = 2;
    const fail: typeof FAIL = 0;
    let row = position.row | 0;
    let state = position.state | 0;
    let entry = states[(state + base) | 0] as number;
    let previous = position.step | 0;
    let hitCount = position.hitCount | 0;
    let at = from | 0;
    if (from >= end) return from;
    // Each array is touched once before the loop, so that the compiler knows its address and length within: 5 %.
    const touched =
      (states[0] as number) |
      (links[0] as number) |
      (pairs[0] as number) |
      (places[0] as number) |
      (hits[0] as number) |
      (table[0] as number);
    let last = (at - 2) | 0;
    let isInWord = false;
    for (; at < end; at = (at + 1) | 0) {
      const step = table[text.charCodeAt(at)] as number;
      if (step === skip) continue;
      if (step === previous) {
        if (((at - last) | 0) !== 1) isInWord = false;
        last = at;
        continue;
      }
      if (step === special || hitCount >= hitNumbers) break;
      row = (row + 1) | 0;
      places[row & rowMask] = at;
      const before = previous;
      const follows = (step & before & word) !== 0 && ((at - last) | 0) === 1;
      previous = step;
      last = at;
      const move = (step & stepMask) << 1;
      let mayBegin = true;
      if (state !== 0) {
        mayBegin = !isInWord;
        let next = ((entry >> baseShift) + move) | 0;
        while (states[(next + owner) | 0] !== state) {
          state = isInWord || (entry & hasFail) === 0 ? 0 : (links[(state + fail) | 0] as number);
          if (state === 0) break;
          entry = states[(state + base) | 0] as number;
          next = ((entry >> baseShift) + move) | 0;
        }
        if (state !== 0) {
          state = next;
          entry = states[(next + base) | 0] as number;
          if (!follows) isInWord = false;
          if ((entry & hasOut) !== 0) {
            hits[hitCount] = state;
            hits[(hitCount + 1) | 0] = row;
            hitCount = (hitCount + 2) | 0;
          }
          continue;
        }
      }
      if (mayBegin) {
        const bit = Math.imul(Math.imul(before, spread) + step, spread) >>> shift;
        if ((((pairs[bit >>> 5] as number) >>> (bit & 31)) & 1) !== 0) {
          const first = (root + ((before & stepMask) << 1)) | 0;
          const next = (((states[(first + base) | 0] as number) >> baseShift) + move) | 0;
          if (states[(first + owner) | 0] === 0 && states[(next + owner) | 0] === first) {
            state = next;
            entry = states[(next + base) | 0] as number;
            isInWord = follows;
            if ((entry & hasOut) !== 0) {
              hits[hitCount] = state;
              hits[(hitCount + 1) | 0] = row;
              hitCount = (hitCount + 2) | 0;
            }
            continue;
          }
        }
      }
      if (follows) {
        for (; ((at + 1) | 0) < end; at = (at + 1) | 0) {
          const inner = table[text.charCodeAt((at + 1) | 0)] as number;
          if ((inner & word) === 0) break;
          if (inner === previous) continue;
          row = (row + 1) | 0;
          places[row & rowMask] = (at + 1) | 0;
          previous = inner;
        }
        last = at;
      } else if (step >>> 15 !== 0) {
        hits[hitCount] = root + move;
        hits[(hitCount + 1) | 0] = row;
        hitCount = (hitCount + 2) | 0;
      }
    }
    position.row = row + (touched & 0);
    position.state = state;
    position.step = previous;
    position.hitCount = hitCount;
    return at;
  };
}
