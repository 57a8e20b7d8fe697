import { plainGap } from '../folding/gap.ts';
import { BASE_MASK, FIRST_KIND, FOLD_SHIFT, GAP_COMBINING, GAP_SPACE } from '../folding/kinds.ts';
import { isWordBoundary } from '../folding/word-boundary.ts';
import type { Match, WordSetTables } from '../types.ts';
import { P_BOUNDARY, P_FOLDS, P_OFFSET, P_TERM, P_UNITS } from './patterns.ts';

const ONE_SPACE = plainGap(GAP_SPACE);
const SPACE = 0x20;
export const REFUSED = 'refused';

/**
 * Most hits stand exactly as the term was written, with single spaces. That is seen by comparing unit by unit
 * from where the first row begins, in a tenth of the time of the full check.
 *
 * @param start where the first row of the hit begins
 * @param pattern index of the pattern's first number in `tables.patterns`
 * @param entries the fold table's, to see a mark behind the last unit
 * @returns undefined when it does not, or when a closer look is needed; REFUSED when it stands inside a word
 */
export function literalMatch(
  tables: WordSetTables,
  text: string,
  start: number,
  pattern: number,
  entries: Int32Array,
): Match | typeof REFUSED | undefined {
  const { patterns, written, gapBefore, gaps } = tables;
  const offset = patterns[pattern + P_OFFSET] as number;
  const count = patterns[pattern + P_UNITS] as number;
  let at = start;
  for (let i = offset; i < offset + count; i++) {
    const gap = gapBefore[i] as number;
    if (gap !== 0 && (gaps[gap] !== ONE_SPACE || text.charCodeAt(at++) !== SPACE)) return undefined;
    if (text.charCodeAt(at++) !== written[i]) return undefined;
  }
  if (patterns[pattern + P_FOLDS] !== 0) return undefined;
  if (at < text.length && (entries[text.charCodeAt(at)] as number) >> FOLD_SHIFT === GAP_COMBINING)
    return undefined;
  if (patterns[pattern + P_BOUNDARY] === 1) {
    if (!isWordBoundary(text, start)) return REFUSED;
    if (!isWordBoundary(text, at)) return mayBeDrawnOut(tables, text, at, entries) ? undefined : REFUSED;
  }
  return { term: patterns[pattern + P_TERM] as number, start, end: at, folds: 0 };
}

/** Whether the last letter may go on behind `end`; a hidden or special unit there leaves it open. */
function mayBeDrawnOut({ classes }: WordSetTables, text: string, end: number, entries: Int32Array): boolean {
  const outside = entries[text.charCodeAt(end)] as number;
  const inside = entries[text.charCodeAt(end - 1)] as number;
  if (outside < FIRST_KIND || inside < FIRST_KIND) return true;
  return classes[outside & BASE_MASK] === classes[inside & BASE_MASK];
}
