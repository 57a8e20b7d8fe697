import type { WordSetTables } from '../types.ts';
import { pairShift, type SPREAD } from './pair-filter.ts';
import { HITS_MAX, type Position } from './position.ts';
import { type ROW_MASK, type RowPlaces, SLICE_UNITS } from './rows.ts';
import { BASE, type FAIL, type OUT, type OWNER } from './state-layout.ts';
import type { STEP_MASK, STEP_SKIP, STEP_SPECIAL, STEP_WORD } from './step-table.ts';

/**
 * Reads on from a unit to the next special one, to the end of a slice or until there are many hits, gathers
 * the hits, and gives the first unit that was not read.
 */
export type Skim = (text: string, from: number, position: Position) => number;

/**
 * The hot loop. It calls nothing and uses nothing but local variables and literals: what is imported or
 * captured would be loaded again for every unit, which made the loop half as fast. What machine.ts has as functions is written
 * out here.
 *
 * In a set whose terms all begin at word boundaries, a letter that *follows* a letter cannot begin anything. So
 * where a word has ceased to be the start of a term, the rest of it is passed over in a loop of its own; and
 * while a state has seen letters of one word alone, its fail links lead nowhere.
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
    const stepMask: typeof STEP_MASK = 0x3fff;
    const word: typeof STEP_WORD = 0x4000;
    const skip: typeof STEP_SKIP = 0xbfff;
    const special: typeof STEP_SPECIAL = 0xbffe;
    const base: typeof BASE = 0;
    const owner: typeof OWNER = 1;
    const fail: typeof FAIL = 2;
    const out: typeof OUT = 3;
    let { row, state, step: previous, hitCount } = position;
    let at = from;
    if (from >= end) return from;
    // Each array is touched once before the loop, so that the compiler knows its address and length within: 5 %.
    const touched =
      (states[0] as number) |
      (pairs[0] as number) |
      (places[0] as number) |
      (hits[0] as number) |
      (table[0] as number);
    let last = from - 2;
    let isInWord = false;
    for (; at < end; at++) {
      const step = table[text.charCodeAt(at)] as number;
      if (step === skip) continue;
      if (step === previous) {
        if (at - last !== 1) isInWord = false;
        last = at;
        continue;
      }
      if (step === special || hitCount >= hitNumbers) break;
      places[++row & rowMask] = at;
      const before = previous;
      const follows = (step & before & word) !== 0 && at - last === 1;
      previous = step;
      last = at;
      const move = (step & stepMask) << 2;
      let mayBegin = true;
      if (state !== 0) {
        mayBegin = !isInWord;
        let next = (states[state + base] as number) + move;
        while (states[next + owner] !== state) {
          state = isInWord ? 0 : (states[state + fail] as number);
          if (state === 0) break;
          next = (states[state + base] as number) + move;
        }
        if (state !== 0) {
          state = next;
          if (!follows) isInWord = false;
          if (states[state + out] !== 0) {
            hits[hitCount++] = state;
            hits[hitCount++] = row;
          }
          continue;
        }
      }
      if (mayBegin) {
        const bit = Math.imul(Math.imul(before, spread) + step, spread) >>> shift;
        if ((((pairs[bit >>> 5] as number) >>> (bit & 31)) & 1) !== 0) {
          const first = root + ((before & stepMask) << 2);
          const next = (states[first + base] as number) + move;
          if (states[first + owner] === 0 && states[next + owner] === first) {
            state = next;
            isInWord = follows;
            if (states[state + out] !== 0) {
              hits[hitCount++] = state;
              hits[hitCount++] = row;
            }
            continue;
          }
        }
      }
      if (follows) {
        for (; at + 1 < end; at++) {
          const inner = table[text.charCodeAt(at + 1)] as number;
          if ((inner & word) === 0) break;
          if (inner === previous) continue;
          places[++row & rowMask] = at + 1;
          previous = inner;
        }
        last = at;
      } else if (step >>> 15 !== 0) {
        hits[hitCount++] = root + move;
        hits[hitCount++] = row;
      }
    }
    position.row = row + (touched & 0);
    position.state = state;
    position.step = previous;
    position.hitCount = hitCount;
    return at;
  };
}
