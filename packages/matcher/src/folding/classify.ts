import {
  ALPHABETIC,
  DIGIT,
  FOLD_SHIFT,
  GAP_APOSTROPHE,
  GAP_COMBINING,
  GAP_DOT,
  GAP_HYPHEN,
  GAP_LINE_BREAK,
  GAP_NOISE,
  GAP_SPACE,
  GAP_STOP,
  GAP_ZERO_WIDTH,
  IDEOGRAPH,
} from './kinds.ts';

/** Ranges of units that cannot be seen, first and last. */
const ZERO_WIDTH = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
] as const;

/** Marks put on letters of alphabets. Vowel signs of Indic scripts or kana's voicing are part of the word. */
const MARKS = [
  [0x300, 0x36f],
  [0x483, 0x489],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
] as const;

const UNSPACED_SCRIPT =
  /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Bopomofo}|\p{sc=Hangul}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

const HYPHENS = new Set('-‐‑‒–—―−_﹣－');
const APOSTROPHES = new Set("'’‘‛`´ʼ＇′");
const STOPS = new Set(',;:!?，。！？；：、…‥¡¿،؛؟।');

/** Returns the gap flags of a unit that is skipped because it is invisible; 0 for other units. */
export function invisibleGap(character: string): number {
  const unit = character.charCodeAt(0);
  if (isWithin(unit, ZERO_WIDTH)) return GAP_ZERO_WIDTH;
  return isWithin(unit, MARKS) ? GAP_COMBINING : 0;
}

const isWithin = (unit: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => unit >= first && unit <= last);

/** The kind of a folded unit; 0 when it separates. */
export function kindOf(character: string): number {
  if (character >= '0' && character <= '9') return DIGIT;
  if (!LETTER.test(character)) return 0;
  return UNSPACED_SCRIPT.test(character) ? IDEOGRAPH : ALPHABETIC;
}

/** The table entry of a unit that separates: its sort of gap, and a canonical form to compare gaps with. */
export function gapEntry(character: string): number {
  const unit = character.charCodeAt(0);
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(character)) return entry(GAP_SPACE | GAP_LINE_BREAK, 0x20);
  if (/\s/.test(character)) return entry(GAP_SPACE, 0x20);
  if (HYPHENS.has(character)) return entry(GAP_HYPHEN, 0x2d);
  if (APOSTROPHES.has(character)) return entry(GAP_APOSTROPHE, 0x27);
  if (STOPS.has(character)) return entry(GAP_STOP, unit);
  if (character === '.') return entry(GAP_DOT, unit);
  return entry(GAP_NOISE, unit);
}

const entry = (flags: number, unit: number): number => (flags << FOLD_SHIFT) | unit;
