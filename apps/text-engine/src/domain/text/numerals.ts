import { brandsOf } from './brands.ts';
import type { TextStructure } from './structure.ts';

/** Things that rules name in braces and that are recognised by their form rather than listed. */
export const numeralClasses = [
  'number',
  'money',
  'percent',
  'duration',
  'weight',
  'length',
  'rank',
  'year',
  'brand',
] as const;
export type NumeralClass = (typeof numeralClasses)[number];

/** A numeral: words `first` (inclusive) to `last` (exclusive). */
export interface Numeral {
  readonly kind: NumeralClass;
  readonly first: number;
  readonly last: number;
}

const words = new Set(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion grand dozen half couple
  hundreds thousands millions dozens few`.split(/\s+/),
);
const multipliers = new Set(['k', 'm', 'hundred', 'thousand', 'million', 'billion', 'grand', 'mil']);
const durations = new Set(
  `second sec minute min hour hr day night week wk weekend month mo year yr decade session use morning
  seconds secs minutes mins hours hrs days nights weeks wks weekends months mos years yrs decades sessions uses mornings`.split(
    /\s+/,
  ),
);
const weights = new Set('lb lbs pound pounds kg kgs kilo kilos stone ounce ounces oz'.split(' '));
const lengths = new Set('inch inches in cm centimeter centimeters size sizes'.split(' '));
const moneyWords = new Set('dollars dollar bucks buck usd grand cents'.split(' '));
const percentWords = new Set(['percent', 'pct']);
const articles = new Set(['a', 'an', 'one', 'single']);
const unitQualifiers = new Set([
  'dress',
  'pant',
  'jean',
  'jeans',
  'pants',
  'short',
  'straight',
  'full',
  'more',
  'calendar',
  'business',
]);

/** Finds every numeral, overlapping ones included (`15` is also part of `15 lbs`). */
export function numeralsOf(structure: TextStructure): Numeral[] {
  const found: Numeral[] = [];
  const { tokens } = structure;
  for (let at = 0; at < tokens.length; at++) {
    const end = numberEnd(structure, at);
    if (end > at) addNumber(structure, at, end, found);
    else if (articles.has(tokens[at]?.word ?? '')) addUnits(structure, at, at + 1, found, false);
  }
  for (const brand of brandsOf(structure)) found.push({ kind: 'brand', ...brand });
  return found;
}

function addNumber(structure: TextStructure, first: number, last: number, found: Numeral[]): void {
  const { text, tokens } = structure;
  const before = text.slice(Math.max(0, (tokens[first]?.start ?? 0) - 4), tokens[first]?.start);
  const after = text.slice(tokens[last - 1]?.end, (tokens[last - 1]?.end ?? 0) + 2);
  found.push({ kind: 'number', first, last });
  const next = tokens[last]?.word ?? '';
  if (/[$€£]\s?$/.test(before)) found.push({ kind: 'money', first, last });
  else if (moneyWords.has(next)) found.push({ kind: 'money', first, last: last + 1 });
  else if (tokens[last - 1]?.word === 'grand') found.push({ kind: 'money', first, last });
  if (/^\s?[%％]/.test(after)) found.push({ kind: 'percent', first, last });
  else if (percentWords.has(next)) found.push({ kind: 'percent', first, last: last + 1 });
  const word = tokens[first]?.word ?? '';
  if ((word === '1' || word === 'one') && last === first + 1) addRank(structure, first, before, found);
  if (/^(?:19|20)\d\d$/.test(word)) found.push({ kind: 'year', first, last });
  addUnits(structure, first, last, found, true);
}

function addRank(structure: TextStructure, at: number, before: string, found: Numeral[]): void {
  if (/#\s?$/.test(before)) found.push({ kind: 'rank', first: at, last: at + 1 });
  const previous = structure.tokens[at - 1]?.word;
  if (previous === 'number' || previous === 'no') found.push({ kind: 'rank', first: at - 1, last: at + 1 });
}

/** Adds the amounts that a number (or `a`, `one`) followed by a unit makes; `a` alone measures only time. */
function addUnits(
  structure: TextStructure,
  first: number,
  last: number,
  found: Numeral[],
  counted: boolean,
): void {
  const { tokens } = structure;
  const skip = unitQualifiers.has(tokens[last]?.word ?? '') ? 1 : 0;
  const { word: unit, last: end } = spelledWord(structure, last + skip);
  if (durations.has(unit)) found.push({ kind: 'duration', first, last: end });
  if (!counted) return;
  if (weights.has(unit)) found.push({ kind: 'weight', first, last: end });
  if (lengths.has(unit)) found.push({ kind: 'length', first, last: end });
}

/** Letters drawn apart one by one (`l b s`) are one word of at most this many. */
const spelledMax = 8;

function spelledWord({ tokens, breakBefore }: TextStructure, first: number): { word: string; last: number } {
  let word = tokens[first]?.word ?? '';
  let last = first + 1;
  if (word.length !== 1) return { word, last };
  while (last < first + spelledMax && tokens[last]?.word.length === 1 && (breakBefore[last] ?? 3) < 2) {
    word += tokens[last]?.word;
    last++;
  }
  return { word, last };
}

/** End of the number that starts at word `at`, or `at` when none does. Split digits (`1 5`) are one number. */
function numberEnd(structure: TextStructure, at: number): number {
  const { tokens, text } = structure;
  const first = tokens[at]?.word ?? '';
  let end = at;
  if (/^\d/.test(first)) {
    end = at + 1;
    if (/^\d$/.test(first)) while (isSplitDigit(structure, end)) end++;
    const upper = tokens[end];
    const joint = text.slice(tokens[end - 1]?.end, upper?.start);
    if (upper && /^\d/.test(upper.word) && /^\s?(?:-|–|to)\s?$/.test(joint)) end++;
  } else if (words.has(first)) {
    end = at + 1;
    while (end < at + 6 && (words.has(tokens[end]?.word ?? '') || isJoiningAnd(structure, end))) end++;
  }
  while (end > at && multipliers.has(tokens[end]?.word ?? '') && structure.breakBefore[end] === 0) end++;
  return end;
}

function isSplitDigit(structure: TextStructure, at: number): boolean {
  const token = structure.tokens[at];
  if (!token || !/^\d$/.test(token.word)) return false;
  return structure.text.slice(structure.tokens[at - 1]?.end, token.start) === ' ';
}

function isJoiningAnd(structure: TextStructure, at: number): boolean {
  return structure.tokens[at]?.word === 'and' && words.has(structure.tokens[at + 1]?.word ?? '');
}
