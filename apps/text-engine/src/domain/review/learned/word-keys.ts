import { numeralsOf } from '../../text/numerals.ts';
import type { TextStructure } from '../../text/structure.ts';
import { hashString } from './hash.ts';

/** Amounts say what kind they are, not how much: a figure seen once would teach nothing. The last that fits wins. */
const kinds = ['number', 'year', 'rank', 'length', 'weight', 'duration', 'percent', 'money'] as const;

/** The words of a text as the classifier reads them: folded, the words of a number as the kind of its amount. */
export function wordsOf(structure: TextStructure): string[] {
  const words = structure.tokens.map(({ word }) => word);
  const kindAt = new Map<number, number>();
  const numerals = numeralsOf(structure);
  for (const { kind, first } of numerals) {
    const rank = kinds.findIndex((known) => known === kind);
    kindAt.set(first, Math.max(rank, kindAt.get(first) ?? 0));
  }
  for (const { kind, first, last } of numerals) {
    if (kind === 'number') words.fill(`#${kinds[kindAt.get(first) ?? 0]}`, first, last);
  }
  return words;
}

const gramMin = 3;
const gramMax = 5;
const wordMax = 24;

/** Hashes of the runs of characters in a word, its ends marked. */
export function gramsOf(word: string): number[] {
  const marked = `<${word.slice(0, wordMax)}>`;
  const grams: number[] = [];
  for (let size = gramMin; size <= gramMax; size++) {
    for (let at = 0; at + size <= marked.length; at++)
      grams.push(hashString(marked.slice(at, at + size), 0x63));
  }
  return grams;
}
