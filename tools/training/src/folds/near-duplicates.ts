import { tokenize } from '@redline/rule-engine/document';
import type { Passage } from '../corpus/passages.ts';

/** Sentences that share at least this part of their word pairs (Jaccard index) are near-duplicates. */
const nearDuplicateMin = 0.35;
/** Word pairs of more sentences than this (`of the`) are left out: they would compare every sentence with every other. */
const commonPairMax = 60;

/**
 * Groups passages that share a near-duplicate sentence, directly or over other passages.
 * @returns a number for each passage, the same for those of a group
 */
export function groupNearDuplicates(passages: readonly Passage[]): number[] {
  const parent = passages.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    return root;
  };
  for (const [a, b] of nearDuplicates(passages)) {
    const [low, high] = [rootOf(a), rootOf(b)].sort((x, y) => x - y);
    if (low !== undefined && high !== undefined) parent[high] = low;
  }
  return passages.map((_, at) => rootOf(at));
}

/** Returns the pairs of passages that share a near-duplicate sentence. */
function nearDuplicates(passages: readonly Passage[]): [number, number][] {
  const sentences = passages.flatMap((passage, at) =>
    passage.map((row) => ({ passage: at, pairs: pairsOf(row.sentence) })),
  );
  const sentencesByPair = new Map<string, number[]>();
  const found: [number, number][] = [];
  for (const [number, { passage, pairs }] of sentences.entries()) {
    const shared = new Map<number, number>();
    for (const pair of pairs) {
      const others = sentencesByPair.get(pair) ?? [];
      if (others.length <= commonPairMax) {
        for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
        sentencesByPair.set(pair, [...others, number]);
      }
    }
    for (const [other, both] of shared) {
      const one = sentences[other];
      if (!one || one.passage === passage) continue;
      if (both / (pairs.size + one.pairs.size - both) >= nearDuplicateMin) found.push([passage, one.passage]);
    }
  }
  return found;
}

function pairsOf(sentence: string): Set<string> {
  const words = tokenize(sentence).map(({ word }) => word);
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}
