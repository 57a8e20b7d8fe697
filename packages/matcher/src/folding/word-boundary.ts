import { foldTable } from './fold-table-cache.ts';
import {
  ALPHABETIC,
  DIGIT,
  FIRST_KIND,
  FOLD_SHIFT,
  GAP_COMBINING,
  GAP_ZERO_WIDTH,
  KIND_MASK,
} from './kinds.ts';

const INVISIBLE = (GAP_ZERO_WIDTH | GAP_COMBINING) << FOLD_SHIFT;
/** The maximum of invisible units that are skipped; behind more of them a word is taken to end. */
export const HIDDEN_UNITS_MAX = 16;
const SPACE = 0x20;

/**
 * Returns whether a word of an alphabetic script may begin or end at `at`: letters or digits do not stand on both
 * sides. Units that cannot be seen are looked past; the comma and the point inside a number (1,500) hold it
 * together; Chinese and Japanese characters bound any word beside them; so do footnote digits (cure²).
 *
 * @param at a UTF-16 offset from 0 to the length of the text
 */
export function isWordBoundary(text: string, at: number): boolean {
  const left = at > 0 ? text.charCodeAt(at - 1) : SPACE;
  const right = at < text.length ? text.charCodeAt(at) : SPACE;
  if (bounds(left) || bounds(right)) return true;
  const before = visible(text, at - 1, -1);
  const after = visible(text, at, 1);
  if (isWordUnit(text, before)) {
    if (isWordUnit(text, after)) return false;
    return !(isDigit(text, before) && joinsDigits(text, after) && isDigit(text, after + 1));
  }
  return !(isDigit(text, after) && joinsDigits(text, before) && isDigit(text, before - 1));
}

/** Returns whether a unit bounds any word, which needs no table: a space, an ideograph. */
const bounds = (unit: number): boolean => unit === SPACE || (unit >= 0x3400 && unit <= 0x9fff);

function visible(text: string, from: number, direction: 1 | -1): number {
  const { entries } = foldTable();
  let at = from;
  for (let looked = 0; looked < HIDDEN_UNITS_MAX; looked++) {
    const entry = entries[text.charCodeAt(at)] ?? 0;
    if (entry < 0 || entry >= FIRST_KIND || (entry & INVISIBLE) === 0) break;
    at += direction;
  }
  return at;
}

function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  if (unit >= 0x61 && unit <= 0x7a) return true;
  const entry = foldTable().entries[unit] ?? 0;
  if (entry < 0) return unit < 0xd800 || unit > 0xdfff ? false : isAstralLetter(text, at, unit);
  const kind = entry & KIND_MASK;
  return kind === ALPHABETIC || (kind === DIGIT && !isRaised(unit));
}

/** Mathematical and enclosed alphanumerics stand for letters. */
function isAstralLetter(text: string, at: number, unit: number): boolean {
  const point = text.codePointAt(unit >= 0xdc00 ? at - 1 : at) ?? 0;
  return (point >= 0x1d400 && point <= 0x1d7ff) || (point >= 0x1f110 && point <= 0x1f189);
}

/** Footnote digits: ², ³, ¹ and the super- and subscripts. */
export const isRaised = (unit: number): boolean =>
  unit === 0xb2 || unit === 0xb3 || unit === 0xb9 || (unit >= 0x2070 && unit <= 0x209f);

const isDigit = (text: string, at: number): boolean =>
  text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39;

const joinsDigits = (text: string, at: number): boolean => text[at] === '.' || text[at] === ',';
