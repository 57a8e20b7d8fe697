import { fold } from '@redline/matcher';
import type { Numeral } from '../document/numerals.ts';
import type { TextStructure } from '../document/structure.ts';
import { isHan } from '../document/tokens.ts';
import type { Language } from '../language/language.ts';
import type { Statistics } from '../language/statistics.ts';
import { hashRange, hashString } from './hash.ts';

/** Amounts say what kind they are, not how much: a figure seen once would teach nothing. The last that fits wins. */
const kinds = ['number', 'year', 'rank', 'length', 'weight', 'duration', 'percent', 'money'] as const;

/** What the classifier reads of the words of a text by themselves. */
export interface WordKeys {
  readonly words: Uint32Array;
  /** What their forms have in common; the words themselves in a language without stems. */
  readonly stems: Uint32Array;
  /** Hashes of the runs of characters in each word; undefined where it has none. */
  readonly grams: readonly (readonly number[] | undefined)[];
}

/** The keys of the words of a text: folded, those of a number by the kind of its amount. */
export function keysOfWords({ tokens, numerals, language }: TextStructure): WordKeys {
  const { hasStems, grams: lengths } = language.statistics;
  const words = new Uint32Array(tokens.length);
  const stems = hasStems ? new Uint32Array(tokens.length) : words;
  const grams = new Array<readonly number[] | undefined>(tokens.length);
  const known = knownOf(language);
  const write = (word: string, at: number): void => {
    const keys = known.get(word) ?? remember(known, word, language);
    words[at] = keys.word;
    stems[at] = keys.stem;
    grams[at] = keys.grams;
  };
  const isBare = !hasStems && lengths === null;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    // To hash a single character is faster than to look it up.
    if (isBare && word.length === 1 && isHan(word)) words[at] = hashString(simplified(word));
    else write(isHan(word) ? simplified(word) : word, at);
  }
  for (const { first, last, word } of amountsIn(numerals))
    for (let at = first; at < last; at++) write(word, at);
  return { words, stems, grams };
}

/** The words of numbers, and what is read for each of them. */
function amountsIn(numerals: readonly Numeral[]): { first: number; last: number; word: string }[] {
  const kindAt = new Map<number, number>();
  for (const { kind, first } of numerals) {
    const rank = (kinds as readonly string[]).indexOf(kind);
    kindAt.set(first, Math.max(rank, kindAt.get(first) ?? 0));
  }
  return numerals
    .filter(({ kind }) => kind === 'number')
    .map(({ first, last }) => ({ first, last, word: `#${kinds[kindAt.get(first) ?? 0]}` }));
}

/** Of each character that was met the simplified one; 0 for those that were not. */
const simplifiedUnits = new Uint16Array(0x10000);

/** What is written in traditional characters says the same. */
function simplified(word: string): string {
  if (word.length > 1) return fold(word, ['traditional']).text;
  const unit = word.charCodeAt(0);
  const known = simplifiedUnits[unit] || fold(word, ['traditional']).text.charCodeAt(0);
  simplifiedUnits[unit] = known;
  return known === unit ? word : String.fromCharCode(known);
}

interface KeysOfWord {
  readonly word: number;
  readonly stem: number;
  readonly grams: readonly number[];
}

/** The keys of words met last, by language: a third of a kilobyte a word, and most words of a text are common ones. */
const knownWords = new WeakMap<Language, Map<string, KeysOfWord>>();
const knownMax = 4_000;

function knownOf(language: Language): Map<string, KeysOfWord> {
  const known = knownWords.get(language) ?? new Map<string, KeysOfWord>();
  knownWords.set(language, known);
  return known;
}

function remember(known: Map<string, KeysOfWord>, word: string, language: Language): KeysOfWord {
  const keys = readKeys(word, language);
  if (known.size >= knownMax) known.clear();
  known.set(word, keys);
  return keys;
}

function readKeys(written: string, { statistics, inflection }: Language): KeysOfWord {
  const word = hashString(written);
  return {
    word,
    stem: statistics.hasStems ? hashString(inflection.stem(written), 0x73) : word,
    grams: written.startsWith('#') ? [] : gramsOf(written, statistics.grams),
  };
}

const wordMax = 24;

/** Hashes of the runs of characters in a word, its ends marked; none in a language without lengths for them. */
function gramsOf(word: string, lengths: Statistics['grams']): number[] {
  if (!lengths) return [];
  const marked = `<${word.slice(0, wordMax)}>`;
  const grams: number[] = [];
  for (let from = 0; from + lengths.min <= marked.length; from++) {
    const to = Math.min(from + lengths.max, marked.length);
    for (let end = from + lengths.min; end <= to; end++) grams.push(hashRange(marked, from, end, 0x63));
  }
  return grams;
}
