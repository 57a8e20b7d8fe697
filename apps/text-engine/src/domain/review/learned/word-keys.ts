import { fold } from '@redline/matcher';
import type { Language } from '../../language/language.ts';
import type { Statistics } from '../../language/statistics.ts';
import type { TextStructure } from '../../text/structure.ts';
import { isHan } from '../../text/tokens.ts';
import { hashRange, hashString } from './hash.ts';

/** Amounts say what kind they are, not how much: a figure seen once would teach nothing. The last that fits wins. */
const kinds = ['number', 'year', 'rank', 'length', 'weight', 'duration', 'percent', 'money'] as const;

/** The words of a text as the classifier reads them: folded, the words of a number as the kind of its amount. */
export function wordsOf(structure: TextStructure): string[] {
  const words = structure.tokens.map(({ word }) => (isHan(word) ? simplified(word) : word));
  const kindAt = new Map<number, number>();
  const { numerals } = structure;
  for (const { kind, first } of numerals) {
    const rank = (kinds as readonly string[]).indexOf(kind);
    kindAt.set(first, Math.max(rank, kindAt.get(first) ?? 0));
  }
  for (const { kind, first, last } of numerals) {
    if (kind === 'number') words.fill(`#${kinds[kindAt.get(first) ?? 0]}`, first, last);
  }
  return words;
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

/** What the classifier reads of a word by itself. */
export interface WordKeys {
  readonly word: number;
  readonly stem: number;
  readonly grams: readonly number[];
}

/** The keys of words met last, by language: a third of a kilobyte a word, and most words of a text are common ones. */
const knownWords = new WeakMap<Language, Map<string, WordKeys>>();
const knownMax = 4_000;

/** The keys of each word; the words of a number have no runs of characters. */
export function keysOfWords(written: readonly string[], language: Language): WordKeys[] {
  const known = knownWords.get(language) ?? new Map<string, WordKeys>();
  knownWords.set(language, known);
  return written.map((word) => {
    const kept = known.get(word);
    if (kept) return kept;
    const keys = keysOfWord(word, language);
    if (known.size >= knownMax) known.clear();
    known.set(word, keys);
    return keys;
  });
}

function keysOfWord(written: string, { statistics, inflection }: Language): WordKeys {
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
