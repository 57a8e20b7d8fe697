import { tokenize } from '@redline/rule-engine/document';

/** Texts that share at least this part of their word pairs (Jaccard index) are near-duplicates. */
export const nearDuplicateMin = 0.35;

/** Returns the pairs of texts, by index, that are near-duplicates; in Chinese each character is a word. */
export function nearDuplicates(texts: readonly string[]): [number, number][] {
  const pairs = texts.map(wordPairsOf);
  const found: [number, number][] = [];
  for (const [a, one] of pairs.entries())
    for (let b = 0; b < a; b++)
      if (overlapOf(one, pairs[b] ?? new Set()) >= nearDuplicateMin) found.push([b, a]);
  return found;
}

/** Tells of each text whether it is a near-duplicate of any of the others. */
export function nearAnyOf(texts: readonly string[], others: readonly string[]): boolean[] {
  const pairs = others.map(wordPairsOf);
  return texts.map((text) => {
    const own = wordPairsOf(text);
    return pairs.some((other) => overlapOf(own, other) >= nearDuplicateMin);
  });
}

/** Returns each two neighbouring words of a text. */
export function wordPairsOf(text: string): Set<string> {
  const words = tokenize(text).map(({ word }) => word);
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}

/** Returns the Jaccard index of two sets; 0 for two empty ones. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const pair of few) if (many.has(pair)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
