import { fold } from '@redline/matcher';
import type { Statistics } from '../../language/statistics.ts';
import { numeralsOf } from '../../text/numerals.ts';
import type { TextStructure } from '../../text/structure.ts';
import { isHan } from '../../text/tokens.ts';
import { hashRange } from './hash.ts';

/** Amounts say what kind they are, not how much: a figure seen once would teach nothing. The last that fits wins. */
const kinds = ['number', 'year', 'rank', 'length', 'weight', 'duration', 'percent', 'money'] as const;

/** The words of a text as the classifier reads them: folded, the words of a number as the kind of its amount. */
export function wordsOf(structure: TextStructure): string[] {
  const words = structure.tokens.map(({ word }) => (isHan(word) ? simplified(word) : word));
  const kindAt = new Map<number, number>();
  const numerals = numeralsOf(structure);
  for (const { kind, first } of numerals) {
    const rank = (kinds as readonly string[]).indexOf(kind);
    kindAt.set(first, Math.max(rank, kindAt.get(first) ?? 0));
  }
  for (const { kind, first, last } of numerals) {
    if (kind === 'number') words.fill(`#${kinds[kindAt.get(first) ?? 0]}`, first, last);
  }
  return words;
}

/** Simplified characters by those that were met; as many as there are in use. */
const simplifiedKnown = new Map<string, string>();
const simplifiedMax = 20_000;

/** What is written in traditional characters says the same. */
function simplified(word: string): string {
  const known = simplifiedKnown.get(word);
  if (known !== undefined) return known;
  const plain = fold(word, ['traditional']).text;
  if (simplifiedKnown.size < simplifiedMax) simplifiedKnown.set(word, plain);
  return plain;
}

const wordMax = 24;

/** Hashes of the runs of characters in a word, its ends marked; none in a language without lengths for them. */
export function gramsOf(word: string, lengths: Statistics['grams']): number[] {
  if (!lengths) return [];
  const marked = `<${word.slice(0, wordMax)}>`;
  const grams: number[] = [];
  for (let from = 0; from + lengths.min <= marked.length; from++) {
    const to = Math.min(from + lengths.max, marked.length);
    for (let end = from + lengths.min; end <= to; end++) grams.push(hashRange(marked, from, end, 0x63));
  }
  return grams;
}
