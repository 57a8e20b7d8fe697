import type { NumeralClass } from '../language/numeral-class.ts';
import { brandsOf } from './brands.ts';
import { phonesOf } from './phones.ts';
import { breaks } from './sentences.ts';
import { isHan } from './tokens.ts';
import type { WordStructure } from './word-structure.ts';

/** A number that an authority gave, in one word with its letters: `NA18210100123`, `ID32110000123450122`. */
const registrationForm = /^[a-z]{1,6}\d{6,20}$/;
const registrationLengthMin = 7;

/** A numeral: words `first` (inclusive) to `last` (exclusive). */
export interface Numeral {
  readonly kind: NumeralClass;
  readonly first: number;
  readonly last: number;
}

/** Finds every numeral, overlapping ones included (`15` is also part of `15 lbs`). */
export function numeralsOf(structure: WordStructure): Numeral[] {
  const found: Numeral[] = [];
  const { tokens } = structure;
  const { articles, wholes } = structure.language.numerals;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    const end = numberEnd(structure, at);
    if (end > at) addNumber(structure, at, end, found);
    else if (articles.has(word)) addUnits(structure, at, at + 1, found, false);
    const whole = wholes.get(word);
    if (whole && whole !== 'money') found.push({ kind: whole, first: at, last: at + 1 });
    if (word.length >= registrationLengthMin && registrationForm.test(word))
      found.push({ kind: 'registration', first: at, last: at + 1 });
  }
  for (const phone of phonesOf(structure)) found.push({ kind: 'phone', ...phone });
  for (const brand of brandsOf(structure)) found.push({ kind: 'brand', ...brand });
  return found;
}

function addNumber(structure: WordStructure, first: number, last: number, found: Numeral[]): void {
  const { text, tokens } = structure;
  const { numerals } = structure.language;
  const before = text.slice(Math.max(0, (tokens[first]?.start ?? 0) - 4), tokens[first]?.start);
  const after = text.slice(tokens[last - 1]?.end, (tokens[last - 1]?.end ?? 0) + 2);
  found.push({ kind: 'number', first, last });
  const isWhole = numerals.wholes.get(tokens[last - 1]?.word ?? '') === 'money';
  if (isWhole || numerals.moneyBefore.test(before)) found.push({ kind: 'money', first, last });
  if (/^\s?[%％]/.test(after) || numerals.percentBefore?.test(before))
    found.push({ kind: 'percent', first, last });
  if (/^\s?㎡/.test(after)) found.push({ kind: 'area', first, last });
  const word = tokens[first]?.word ?? '';
  if (numerals.ones.has(word) && last === first + 1) addRank(structure, first, before, found);
  const isYear = /^(?:19|20)\d\d$/.test(word);
  if (isYear) found.push({ kind: 'year', first, last });
  const follows = structure.breakBefore[first] === breaks.none;
  if (follows && numerals.ordinalBefore.has(tokens[first - 1]?.word ?? '')) return;
  if (isYear && tokens[last]?.word === numerals.yearUnit) return;
  addUnits(structure, first, last, found, true);
}

function addRank(structure: WordStructure, at: number, before: string, found: Numeral[]): void {
  const { rankBefore, noRankBefore } = structure.language.numerals;
  if (/#\s?$/.test(before)) found.push({ kind: 'rank', first: at, last: at + 1 });
  if (!rankBefore.has(structure.tokens[at - 1]?.word ?? '')) return;
  const next = structure.tokens[at + 1]?.word ?? '';
  if (noRankBefore.has(next) || noRankBefore.has(`${next}${structure.tokens[at + 2]?.word ?? ''}`)) return;
  found.push({ kind: 'rank', first: at - 1, last: at + 1 });
}

/** Adds the amounts that a number (or `a`, `one`) followed by a unit makes; `a` alone measures only time. */
function addUnits(
  structure: WordStructure,
  first: number,
  last: number,
  found: Numeral[],
  counted: boolean,
): void {
  const { qualifiers, qualifiersMax } = structure.language.numerals;
  let from = last;
  while (from < last + qualifiersMax && qualifiers.has(structure.tokens[from]?.word ?? '')) from++;
  const unit = unitAt(structure, last) ?? unitAt(structure, from);
  if (!unit || (!counted && unit.kind !== 'duration')) return;
  found.push({ kind: unit.kind, first, last: unit.last });
}

/** Letters drawn apart one by one (`l b s`) are one word of at most this many. */
const spelledMax = 8;

/** The unit that begins at a word, the longest of several. */
function unitAt(structure: WordStructure, at: number): { kind: NumeralClass; last: number } | null {
  const { units, unitWordsMax } = structure.language.numerals;
  const spelled = spelledWord(structure, at);
  const known = units.get(spelled.word);
  let longest = known ? { kind: known, last: spelled.last } : null;
  let joined = structure.tokens[at]?.word ?? '';
  for (let last = at + 1; last < at + unitWordsMax; last++) {
    if (structure.breakBefore[last] !== breaks.none) break;
    joined += structure.tokens[last]?.word ?? '';
    const kind = units.get(joined);
    if (kind) longest = { kind, last: last + 1 };
  }
  return longest;
}

function spelledWord({ tokens, breakBefore }: WordStructure, first: number): { word: string; last: number } {
  let word = tokens[first]?.word ?? '';
  let last = first + 1;
  if (word.length !== 1 || isHan(word)) return { word, last };
  while (
    last < first + spelledMax &&
    tokens[last]?.word.length === 1 &&
    (breakBefore[last] ?? breaks.sentence) < breaks.clause
  ) {
    word += tokens[last]?.word;
    last++;
  }
  return { word, last };
}

/** End of the number that starts at word `at`, or `at` when none does. Split digits (`1 5`) are one number. */
function numberEnd(structure: WordStructure, at: number): number {
  const { tokens, text, breakBefore } = structure;
  const { words, wordsMax, multipliers, rangeWords } = structure.language.numerals;
  const first = tokens[at]?.word ?? '';
  let end = at;
  if (startsWithDigit(first)) {
    end = at + 1;
    if (/^\d$/.test(first)) while (isSplitDigit(structure, end)) end++;
    const upper = tokens[end];
    const joint = text.slice(tokens[end - 1]?.end, upper?.start);
    if (upper && startsWithDigit(upper.word) && /^\s?(?:-|–|~|～)\s?$/.test(joint)) end++;
  } else if (words.has(first)) {
    end = at + 1;
    while (end < at + wordsMax && (words.has(tokens[end]?.word ?? '') || isJoined(structure, end))) end++;
  }
  if (end === at) return at;
  while (multipliers.has(tokens[end]?.word ?? '') && breakBefore[end] === breaks.none) end++;
  const upperEnd = rangeWords.has(tokens[end]?.word ?? '') ? numberEnd(structure, end + 1) : end;
  return upperEnd > end + 1 ? upperEnd : end;
}

function startsWithDigit(word: string): boolean {
  const unit = word.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function isSplitDigit(structure: WordStructure, at: number): boolean {
  const token = structure.tokens[at];
  if (!token || !/^\d$/.test(token.word)) return false;
  return structure.text.slice(structure.tokens[at - 1]?.end, token.start) === ' ';
}

function isJoined({ tokens, language }: WordStructure, at: number): boolean {
  const { joiner, words } = language.numerals;
  return joiner !== null && tokens[at]?.word === joiner && words.has(tokens[at + 1]?.word ?? '');
}
