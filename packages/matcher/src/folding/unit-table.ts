import { gapEntry, invisibleGap, kindOf } from './classify.ts';
import type { FoldTable } from './fold-table.ts';
import {
  FOLD_SHIFT,
  GAP_NOISE,
  IDEOGRAPH,
  SPECIAL_EXPANSION,
  SPECIAL_SIGN,
  SPECIAL_SURROGATE,
} from './kinds.ts';
import { CAPITAL_LOOKALIKES, LOOKALIKES, STROKES } from './lookalikes.ts';
import { CASE, COMBINING, COMPATIBILITY, HOMOGLYPH, TRADITIONAL, WIDTH, ZERO_WIDTH } from './names.ts';
import { TRADITIONAL_FROM, TRADITIONAL_TO } from './traditional.ts';

/** Signs whose meaning hangs on their neighbours. A full-width ！ ends a sentence and is never a letter. */
export const SIGNS = '@$€¢¥!|#%+';
/** NFKC would make words of these: TM, 1 and 2 of a half. */
const KEPT = /[™℠®©¼-¾⅐-⅟↉ﷺﷻ…‥]/;
const FIRST_EXPANSION = SPECIAL_EXPANSION;

/**
 * Builds the table that says for each of the 65,536 UTF-16 units what it folds to, how it got there and
 * what it is (layout in kinds.ts). Takes about 10 ms, once for each combination of folds.
 */
export function buildFoldTable(folds: number): FoldTable {
  const entries = new Int32Array(0x10000);
  const expansions: Int32Array[] = [];
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit <= 0xdfff) {
      entries[unit] = SPECIAL_SURROGATE;
      continue;
    }
    const plain = plainEntry(unit, folds);
    if (plain !== 0) {
      entries[unit] = plain;
      continue;
    }
    const found = describe(String.fromCharCode(unit), folds);
    if (found.length === 1) {
      entries[unit] = found[0] ?? 0;
    } else {
      entries[unit] = FIRST_EXPANSION - expansions.length;
      expansions.push(Int32Array.from(found));
    }
  }
  return { folds, entries, expansions, literals: new Set() };
}

/** First and last of units that are letters as they are: ideographs and Korean syllables. */
const PLAIN_LETTERS = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const;
const PRIVATE_FIRST = 0xe000;
const PRIVATE_LAST = 0xf8ff;

/** The entry of a unit of the large blocks, two thirds of all, of which `describe` says no more; 0 for the others. */
export function plainEntry(unit: number, folds: number): number {
  if (unit >= PRIVATE_FIRST && unit <= PRIVATE_LAST) return (GAP_NOISE << FOLD_SHIFT) | unit;
  if (!PLAIN_LETTERS.some(([first, last]) => unit >= first && unit <= last)) return 0;
  const plain = (folds & TRADITIONAL) === 0 ? undefined : SIMPLIFIED.get(String.fromCharCode(unit));
  if (plain === undefined) return IDEOGRAPH | unit;
  return IDEOGRAPH | (TRADITIONAL << FOLD_SHIFT) | plain.charCodeAt(0);
}

/** The entries of what one character folds to: one separator, or the letters alone. */
export function describe(character: string, folds: number): number[] {
  const gap = invisibleGap(character);
  if (gap !== 0 && folds & (gap & 0x80 ? ZERO_WIDTH : COMBINING)) {
    return [(gap << FOLD_SHIFT) | character.charCodeAt(0)];
  }
  const { text, applied } = foldCharacter(character, folds);
  if (text.length === 1 && SIGNS.includes(text) && character !== '！') return [SPECIAL_SIGN];
  const letters: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf(text[i] ?? '');
    if (kind !== 0) letters.push(kind | (applied << FOLD_SHIFT) | text.charCodeAt(i));
  }
  return letters.length > 0 ? letters : [gapEntry(text[0] ?? character)];
}

function foldCharacter(character: string, folds: number): { text: string; applied: number } {
  let text = character;
  let applied = 0;
  const step = (fold: number, next: string): void => {
    if (next === text || (folds & fold) === 0) return;
    text = next;
    applied |= fold;
  };
  const unit = character.charCodeAt(0);
  if (isPlainIdeograph(unit)) {
    step(TRADITIONAL, SIMPLIFIED.get(text) ?? text);
    return { text, applied };
  }
  if (!KEPT.test(character)) {
    const compatible = character.normalize('NFKC');
    if (!/\s/.test(compatible)) step(isWidthVariant(unit) ? WIDTH : COMPATIBILITY, compatible);
  }
  step(HOMOGLYPH, mapEach(text, CAPITAL_LOOKALIKES));
  step(CASE, text.toLowerCase());
  step(COMBINING, withoutMarks(text));
  step(HOMOGLYPH, mapEach(text, LOOKALIKES));
  if (text === 'ß') step(COMPATIBILITY, 'ss');
  else if (text === 'æ') step(COMPATIBILITY, 'ae');
  else if (text === 'œ') step(COMPATIBILITY, 'oe');
  step(TRADITIONAL, mapEach(text, SIMPLIFIED));
  return { text, applied };
}

const SIMPLIFIED = new Map(
  Array.from(TRADITIONAL_FROM, (character, i) => [character, TRADITIONAL_TO[i] ?? character]),
);

const isPlainIdeograph = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);

const isWidthVariant = (unit: number): boolean => unit === 0x3000 || (unit >= 0xff00 && unit <= 0xffef);

function withoutMarks(text: string): string {
  const bare = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return bare === '' ? text : mapEach(bare.normalize('NFC'), STROKES);
}

function mapEach(text: string, map: ReadonlyMap<string, string>): string {
  if (text.length === 1) return map.get(text) ?? text;
  return Array.from(text, (character) => map.get(character) ?? character).join('');
}
