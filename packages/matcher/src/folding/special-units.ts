import type { FoldTable } from './fold-table.ts';
import {
  ALPHABETIC,
  DIGIT,
  FIRST_KIND,
  FOLD_SHIFT,
  GAP_COMBINING,
  GAP_NOISE,
  GAP_STOP,
  GAP_ZERO_WIDTH,
  IDEOGRAPH,
  KIND_MASK,
  SPECIAL_EXPANSION,
  SPECIAL_SIGN,
  SYMBOL,
} from './kinds.ts';
import { LEET_SIGNS } from './lookalikes.ts';
import { COMPATIBILITY, LEET, WIDTH } from './names.ts';
import { describe } from './unit-table.ts';

const NOISE = GAP_NOISE << FOLD_SHIFT;
const INVISIBLE = (GAP_ZERO_WIDTH | GAP_COMBINING) << FOLD_SHIFT;
/** The maximum of invisible units that are skipped. */
const LOOK_MAX = 8;
const CURRENCY = '$€¢¥';

/**
 * The entries of a unit whose own entry is negative.
 *
 * @returns entries to take in; empty when the unit only separates. Two for an astral character that keeps
 *   both its halves, and then the second belongs to the next unit.
 */
export function resolveSpecial(text: string, at: number, entry: number, table: FoldTable): ArrayLike<number> {
  if (entry <= SPECIAL_EXPANSION) return table.expansions[SPECIAL_EXPANSION - entry] ?? [];
  if (entry === SPECIAL_SIGN) {
    const sign = text[at]?.normalize('NFKC') ?? '';
    const code = resolveSign(text, at, sign, table);
    if (code < FIRST_KIND) return [];
    return [sign === text[at] ? code : code | (WIDTH << FOLD_SHIFT)];
  }
  return astralEntries(text.codePointAt(at) ?? 0, table);
}

/** Returns the kind of gap that a unit with a negative entry makes if it was not taken in. */
export function specialGap(text: string, at: number, entry: number): number {
  if (entry === SPECIAL_SIGN) {
    const unit = text.charCodeAt(at);
    return ((unit === 0x21 ? GAP_STOP : GAP_NOISE) << FOLD_SHIFT) | unit;
  }
  const point = text.codePointAt(at) ?? 0;
  return ((isTag(point) ? GAP_ZERO_WIDTH : GAP_NOISE) << FOLD_SHIFT) | (point & 0xffff);
}

/** A sign is a letter, a symbol or a separator, by what it touches. */
function resolveSign(text: string, at: number, sign: string, table: FoldTable): number {
  const before = neighbourKind(text, at, -1, table);
  const after = neighbourKind(text, at, 1, table);
  const unit = sign.charCodeAt(0);
  if (sign === '#') return after === DIGIT ? SYMBOL | unit : NOISE;
  if (sign === '%') return before === DIGIT || isSpacedDigit(text, at) ? SYMBOL | unit : NOISE;
  if (sign === '+') {
    const ends = before === DIGIT || text[at - 1] === '+' || text[at + 1] === '+';
    const grade = before === ALPHABETIC && after === 0 && text[at + 1] !== '+';
    return (ends || grade) && after !== ALPHABETIC ? SYMBOL | unit : NOISE;
  }
  if (CURRENCY.includes(sign) && (after === DIGIT || (before === DIGIT && after !== ALPHABETIC))) {
    return SYMBOL | unit;
  }
  if ((table.folds & LEET) === 0) return NOISE;
  if (sign === '!' || sign === '|') {
    return before === ALPHABETIC && after === ALPHABETIC ? ALPHABETIC | unit : NOISE;
  }
  const isTouched = before === ALPHABETIC || after === ALPHABETIC || text[at - 1] === text[at];
  if (!isTouched && !isSpelledOut(text, at, table)) return NOISE;
  if (text[at - 1] === text[at] && before === 0 && !touchesLetter(text, at, table)) return NOISE;
  const letter = LEET_SIGNS.get(sign);
  return letter === undefined ? NOISE : ALPHABETIC | (LEET << FOLD_SHIFT) | letter.charCodeAt(0);
}

/** Returns whether the sign stands in a row of single letters, as in c.@.n. */
function isSpelledOut(text: string, at: number, table: FoldTable): boolean {
  if (text[at - 1] === undefined || text[at - 1] !== text[at + 1]) return false;
  const isLone = (direction: 1 | -1): boolean =>
    neighbourKind(text, at + direction, direction, table) === ALPHABETIC &&
    neighbourKind(text, at + 2 * direction, direction, table) !== ALPHABETIC;
  return isLone(-1) && isLone(1);
}

/** Returns whether a row of the same sign, as in a$$, has a letter at its start. */
function touchesLetter(text: string, at: number, table: FoldTable): boolean {
  let first = at;
  while (first > 0 && at - first < LOOK_MAX && text[first - 1] === text[at]) first--;
  return neighbourKind(text, first, -1, table) === ALPHABETIC;
}

const isSpacedDigit = (text: string, at: number): boolean =>
  text[at - 1] === ' ' && /[0-9]/.test(text[at - 2] ?? '');

/** The kind of the nearest visible unit on one side; 0 for a separator, another sign or the end. */
function neighbourKind(text: string, at: number, direction: 1 | -1, table: FoldTable): number {
  let place = at + direction;
  for (let looked = 0; looked < LOOK_MAX && place >= 0 && place < text.length; looked++) {
    const entry = table.entries[text.charCodeAt(place)] ?? 0;
    if (entry < 0) return specialKind(text, place, entry, direction, table);
    if (entry >= FIRST_KIND) return entry & KIND_MASK;
    if ((entry & INVISIBLE) === 0) return 0;
    place += direction;
  }
  return 0;
}

function specialKind(text: string, at: number, entry: number, direction: 1 | -1, table: FoldTable): number {
  if (entry === SPECIAL_SIGN) return 0;
  const first = direction < 0 && entry > SPECIAL_EXPANSION ? Math.max(0, at - 1) : at;
  const found = resolveSpecial(text, first, entry, table)[0] ?? 0;
  return found & KIND_MASK;
}

const isTag = (point: number): boolean => point >= 0xe0000 && point <= 0xe0fff;

function astralEntries(point: number, table: FoldTable): number[] {
  if (point < 0x10000) return [];
  if (table.literals.has(point)) return halves(point, SYMBOL);
  const isEnclosed = point >= 0x1f100 && point <= 0x1f1e5;
  if ((point >= 0x1f000 && point <= 0x1fbef && !isEnclosed) || isTag(point)) return [];
  if (isEnclosed) return enclosedEntries(point, table);
  const character = String.fromCodePoint(point);
  const plain = table.folds & COMPATIBILITY ? character.normalize('NFKC') : character;
  if (plain !== character && plain.length === 1) {
    const found = describe(plain, table.folds);
    return found.map((entry) => (entry >= FIRST_KIND ? entry | (COMPATIBILITY << FOLD_SHIFT) : entry));
  }
  if (point >= 0x20000 && point <= 0x3ffff) return halves(point, IDEOGRAPH);
  return /[\p{L}\p{N}]/u.test(character) ? halves(point, ALPHABETIC) : [];
}

/** Circled and squared letters, of which only some have a compatibility form in Unicode. */
function enclosedEntries(point: number, table: FoldTable): number[] {
  if ((table.folds & COMPATIBILITY) === 0) return [];
  const rows = [0x1f110, 0x1f130, 0x1f150, 0x1f170];
  const row = rows.find((first) => point >= first && point < first + 26);
  if (row === undefined) return [];
  return [ALPHABETIC | (COMPATIBILITY << FOLD_SHIFT) | (0x61 + point - row)];
}

function halves(point: number, kind: number): number[] {
  const character = String.fromCodePoint(point);
  return [kind | character.charCodeAt(0), kind | character.charCodeAt(1)];
}
