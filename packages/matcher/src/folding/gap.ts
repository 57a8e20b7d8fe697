import type { FoldTable } from './fold-table.ts';
import {
  FOLD_SHIFT,
  GAP_APOSTROPHE,
  GAP_DOT,
  GAP_FLAGS,
  GAP_HYPHEN,
  GAP_LINE_BREAK,
  GAP_NOISE,
  GAP_SPACE,
  GAP_STOP,
} from './kinds.ts';
import { specialGap } from './special-units.ts';

/**
 * The contents of the gap between two folded units, in one number:
 *
 *   bits 0-8    what it consists of (the GAP_ flags)
 *   bits 9-15   how many visible units, at most 127
 *   bits 16-30  a hash of those that are not spaces
 */
export type Gap = number;

const COUNT_SHIFT = 9;
const COUNT_MAX = 127;
const HASH_SHIFT = 16;
const HASH_MASK = 0x7fff;
/** Gaps longer than this are summed up by their first units; no rule accepts them anyway. */
export const GAP_READ_MAX = 256;

const HASHED = GAP_APOSTROPHE | GAP_DOT | GAP_HYPHEN | GAP_NOISE | GAP_STOP;
const VISIBLE_SPACE = GAP_SPACE | GAP_LINE_BREAK;

export const gapCount = (gap: Gap): number => (gap >> COUNT_SHIFT) & COUNT_MAX;
export const gapHash = (gap: Gap): number => (gap >> HASH_SHIFT) & HASH_MASK;

/** A gap of one unit that leaves no hash: a space. */
export const plainGap = (flags: number): Gap => flags | (1 << COUNT_SHIFT);

/** Describes the units of `text` from `from` to `to`, none of which was taken into the stream. */
export function readGap(text: string, from: number, to: number, table: FoldTable): Gap {
  let flags = 0;
  let count = 0;
  let hash = 0;
  const end = Math.min(to, from + GAP_READ_MAX);
  for (let at = from; at < end; at++) {
    const entry = table.entries[text.charCodeAt(at)] ?? 0;
    const described = entry < 0 ? specialGap(text, at, entry) : entry;
    const flag = (described >> FOLD_SHIFT) & GAP_FLAGS;
    if (entry === -1 && (text.codePointAt(at) ?? 0) > 0xffff) at++;
    flags |= flag;
    if (flag & HASHED) hash = (Math.imul(hash, 31) + (described & 0xffff) + 1) & HASH_MASK;
    if (flag & (HASHED | VISIBLE_SPACE)) count++;
  }
  return flags | (Math.min(count, COUNT_MAX) << COUNT_SHIFT) | (hash << HASH_SHIFT);
}

/** One past the last original unit of the folded unit that stands at `place`. */
export function unitEnd(text: string, place: number): number {
  return (text.codePointAt(place) ?? 0) > 0xffff ? place + 2 : place + 1;
}
