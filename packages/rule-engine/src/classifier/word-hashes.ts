import { fold } from '@redline/matcher';
import type { Numeral } from '../document/numerals.ts';
import type { TextStructure } from '../document/structure.ts';
import { isHan } from '../document/tokens.ts';
import type { ClassifierSettings } from '../language/classifier-settings.ts';
import type { Language } from '../language/language.ts';
import { hashRange, hashString } from './hash.ts';

/** Kinds of amounts, which stand for the numbers: a figure seen once would teach nothing. The last that fits wins. */
const kinds = ['number', 'year', 'rank', 'length', 'weight', 'duration', 'percent', 'money'] as const;

/** Hashes of the words of a text. */
export interface WordHashes {
  readonly words: Uint32Array;
  /** Hashes of their stems; of the words themselves in a language without stems. */
  readonly stems: Uint32Array;
  /** Hashes of the character n-grams of each word; undefined where it has none. */
  readonly grams: readonly (readonly number[] | undefined)[];
}

/** Hashes the words of a text: simplified, and numbers by the kind of their amount. */
export function hashWords({ tokens, numerals, language }: TextStructure): WordHashes {
  const { hasStems, grams: lengths } = language.classifier;
  const words = new Uint32Array(tokens.length);
  const stems = hasStems ? new Uint32Array(tokens.length) : words;
  const grams = new Array<readonly number[] | undefined>(tokens.length);
  const cache = cacheOf(language);
  const write = (word: string, at: number): void => {
    const hashes = cache.get(word) ?? addToCache(cache, word, language);
    words[at] = hashes.word;
    stems[at] = hashes.stem;
    grams[at] = hashes.grams;
  };
  const isPlain = !hasStems && lengths === null;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    // Hashing a single character is faster than looking it up.
    if (isPlain && word.length === 1 && isHan(word)) words[at] = hashString(simplified(word));
    else write(isHan(word) ? simplified(word) : word, at);
  }
  for (const { first, last, word } of amountWords(numerals))
    for (let at = first; at < last; at++) write(word, at);
  return { words, stems, grams };
}

/** Returns the words of each number, and the word that stands for them. */
function amountWords(numerals: readonly Numeral[]): { first: number; last: number; word: string }[] {
  const kindAt = new Map<number, number>();
  for (const { kind, first } of numerals) {
    const rank = (kinds as readonly string[]).indexOf(kind);
    kindAt.set(first, Math.max(rank, kindAt.get(first) ?? 0));
  }
  return numerals
    .filter(({ kind }) => kind === 'number')
    .map(({ first, last }) => ({ first, last, word: `#${kinds[kindAt.get(first) ?? 0]}` }));
}

/** The simplified form of each character that was met; 0 for the others. */
const simplifiedUnits = new Uint16Array(0x10000);

/** Returns a word in simplified characters. */
function simplified(word: string): string {
  if (word.length > 1) return fold(word, ['traditional']).text;
  const unit = word.charCodeAt(0);
  const known = simplifiedUnits[unit] || fold(word, ['traditional']).text.charCodeAt(0);
  simplifiedUnits[unit] = known;
  return known === unit ? word : String.fromCharCode(known);
}

interface HashesOfWord {
  readonly word: number;
  readonly stem: number;
  readonly grams: readonly number[];
}

/** Hashes by word, by language: most words of a text are common ones. A word takes a third of a kilobyte. */
const caches = new WeakMap<Language, Map<string, HashesOfWord>>();
const cacheMax = 4_000;

function cacheOf(language: Language): Map<string, HashesOfWord> {
  const cache = caches.get(language) ?? new Map<string, HashesOfWord>();
  caches.set(language, cache);
  return cache;
}

function addToCache(cache: Map<string, HashesOfWord>, word: string, language: Language): HashesOfWord {
  const hashes = hashWord(word, language);
  if (cache.size >= cacheMax) cache.clear();
  cache.set(word, hashes);
  return hashes;
}

function hashWord(written: string, { classifier, inflection }: Language): HashesOfWord {
  const word = hashString(written);
  return {
    word,
    stem: classifier.hasStems ? hashString(inflection.stem(written), 0x73) : word,
    grams: written.startsWith('#') ? [] : hashGrams(written, classifier.grams),
  };
}

/** Characters of a word that are hashed. */
const wordMax = 24;

/** Hashes the character n-grams of a word, its ends marked; none in a language without lengths for them. */
function hashGrams(word: string, lengths: ClassifierSettings['grams']): number[] {
  if (!lengths) return [];
  const marked = `<${word.slice(0, wordMax)}>`;
  const grams: number[] = [];
  for (let from = 0; from + lengths.min <= marked.length; from++) {
    const to = Math.min(from + lengths.max, marked.length);
    for (let end = from + lengths.min; end <= to; end++) grams.push(hashRange(marked, from, end, 0x63));
  }
  return grams;
}
