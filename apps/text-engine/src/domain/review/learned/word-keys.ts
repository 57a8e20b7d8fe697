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

/** The word without the endings of English inflection; crude, and the same for every form of most words. */
export function stemOf(word: string): string {
  const bare = word.replace(/'(?:s|re|ve|ll|d|m)$/, '');
  if (bare.length <= 3) return bare;
  return bare
    .replace(/(?<=[a-z]{3})ies$/, 'y')
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|ly|er|est)$/, '')
    .replace(/(?<=[a-z]{2}[^s])s$/, '')
    .replace(/(?<=[a-z]{3})e$/, '')
    .replace(/([bdgklmnprt])\1$/, '$1');
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
