import { plainGap } from '../folding/gap.ts';
import {
  ALPHABETIC,
  BASE_MASK,
  FIRST_KIND,
  FOLD_SHIFT,
  GAP_COMBINING,
  GAP_SPACE,
  KIND_MASK,
} from '../folding/kinds.ts';
import { CASE } from '../folding/names.ts';
import { isWordBoundary } from '../folding/word-boundary.ts';
import type { WordSetTables } from '../types.ts';
import { P_BOUNDARY, P_FOLDS, P_OFFSET, P_UNITS } from './patterns.ts';

const ONE_SPACE = plainGap(GAP_SPACE);
const SPACE = 0x20;
const SMALL_L = 0x6c;
/** It stands there for sure not, or only a closer look can tell. */
export const REFUSED = -1;
export const UNSURE = -2;

/**
 * Most hits stand exactly as the term was written, with single spaces. That is seen by comparing unit by unit
 * from where the first row begins, in a tenth of the time of the full check; most of the others are refused by
 * the first letter that differs.
 *
 * @param start where the first row of the hit begins
 * @param pattern index of the pattern's first number in `tables.patterns`
 * @param entries the fold table's
 * @returns where the match ends, REFUSED where there is none, UNSURE when a closer look is needed
 */
export function literalEnd(
  tables: WordSetTables,
  text: string,
  start: number,
  pattern: number,
  entries: Int32Array,
): number {
  const { patterns, units, written, gapBefore, gaps } = tables;
  const offset = patterns[pattern + P_OFFSET] as number;
  const count = patterns[pattern + P_UNITS] as number;
  let at = start;
  for (let i = offset; i < offset + count; i++) {
    const gap = gapBefore[i] as number;
    if (gap !== 0) {
      if (gaps[gap] !== ONE_SPACE) return UNSURE;
      if (text.charCodeAt(at) !== SPACE) return refusal(text, at, units[i] as number, entries);
      at++;
    }
    if (text.charCodeAt(at) !== written[i]) {
      const isSure = gap === 0 && i > offset && ((units[i] as number) & BASE_MASK) !== text.charCodeAt(at);
      return isSure ? refusal(text, at, units[i] as number, entries) : UNSURE;
    }
    // `written` holds one unit of a letter drawn with two (𝒜), and its first half is that of many letters.
    if (isFirstHalf(written[i] as number)) return UNSURE;
    at++;
  }
  if (patterns[pattern + P_FOLDS] !== 0) return UNSURE;
  if (at < text.length && (entries[text.charCodeAt(at)] as number) >> FOLD_SHIFT === GAP_COMBINING)
    return UNSURE;
  if (patterns[pattern + P_BOUNDARY] === 1) {
    if (!isWordBoundary(text, start)) return REFUSED;
    if (!isWordBoundary(text, at)) return mayBeDrawnOut(tables, text, at, entries) ? UNSURE : REFUSED;
  }
  return at;
}

/**
 * REFUSED when nothing can be made of what stands at the first place where text and term differ: a small letter
 * right behind another one, where the term has a different letter, or a space before its letter.
 *
 * @param meant description of the unit the term has there, or behind its space there
 */
function refusal(text: string, at: number, meant: number, entries: Int32Array): number {
  const shown = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  const isPlain =
    entries[shown] === (ALPHABETIC | shown) &&
    entries[before] === (ALPHABETIC | before) &&
    (meant & KIND_MASK) === ALPHABETIC;
  if (!isPlain || shown === before) return UNSURE;
  // Among capitals a small l is read as I.
  if (shown === SMALL_L && isCapital(entries[text.charCodeAt(at + 1)] ?? 0)) return UNSURE;
  return REFUSED;
}

const isFirstHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800;

const isCapital = (entry: number): boolean => entry >= FIRST_KIND && ((entry >> FOLD_SHIFT) & CASE) !== 0;

/** Returns whether the last letter may go on behind `end`: true for a hidden or special unit, whose meaning is open. */
function mayBeDrawnOut({ classes }: WordSetTables, text: string, end: number, entries: Int32Array): boolean {
  const outside = entries[text.charCodeAt(end)] as number;
  const inside = entries[text.charCodeAt(end - 1)] as number;
  if (outside < FIRST_KIND || inside < FIRST_KIND) return true;
  return classes[outside & BASE_MASK] === classes[inside & BASE_MASK];
}
