import { IDEOGRAPH } from '../folding/kinds.ts';
import { P_FOLDS, P_OFFSET, P_RUNS, P_TERM, P_UNITS, PATTERN_FIELDS, type Patterns } from './patterns.ts';

/**
 * Numbers of an entry of the output lists, and their places: 16 bytes, so that what is asked of a plain pattern lies in one
 * line of the processor's cache.
 */
export const OUTPUT_FIELDS = 4;
export const O_PATTERN = 0;
export const O_NEXT = 1;
export const O_TERM = 2;
/** Returns the number of units of a pattern of plain ideographs only, none twice in a row; 0 for other patterns. */
export const O_PLAIN = 3;

/**
 * Writes entries of two numbers, pattern and next, as entries of four.
 *
 * @param lists as `OutputLists` gives them
 */
export function outputEntries(lists: Int32Array, patterns: Patterns): Int32Array {
  const count = lists.length / 2;
  const entries = new Int32Array(count * OUTPUT_FIELDS);
  for (let entry = 1; entry < count; entry++) {
    const pattern = lists[entry * 2] as number;
    const at = entry * OUTPUT_FIELDS;
    entries[at + O_PATTERN] = pattern;
    entries[at + O_NEXT] = lists[entry * 2 + 1] as number;
    entries[at + O_TERM] = patterns.fields[pattern * PATTERN_FIELDS + P_TERM] as number;
    entries[at + O_PLAIN] = plainUnits(patterns, pattern * PATTERN_FIELDS);
  }
  return entries;
}

function plainUnits({ fields, units, written, gapBefore }: Patterns, pattern: number): number {
  const offset = fields[pattern + P_OFFSET] as number;
  const count = fields[pattern + P_UNITS] as number;
  if (fields[pattern + P_RUNS] !== count || fields[pattern + P_FOLDS] !== 0) return 0;
  for (let at = offset; at < offset + count; at++) {
    const unit = written[at] as number;
    if (units[at] !== (IDEOGRAPH | unit) || !isBounding(unit) || gapBefore[at] !== 0) return 0;
  }
  return count;
}

/** Returns whether an ideograph is one of those that bound any adjacent word (see word-boundary.ts). */
const isBounding = (unit: number): boolean => unit >= 0x3400 && unit <= 0x9fff;

/** Returns whether units of a text, end exclusive, are such ideographs, each as written. */
export function isPlainText(text: string, from: number, to: number, entries: Int32Array): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (entries[unit] !== (IDEOGRAPH | unit) || !isBounding(unit)) return false;
  }
  return true;
}
