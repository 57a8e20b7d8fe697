import { tokenize } from '@redline/rule-engine/document';
import type { Passage } from './corpus.ts';

/** Sentences that share at least this part of their word pairs are near-duplicates. */
const nearDuplicateMin = 0.35;
/** Pairs of more sentences than this (`of the`) tell nothing and would compare everything with everything. */
const commonPairMax = 60;

/**
 * Deals passages to folds. Passages that hold near-duplicate sentences stay together: a wording that was learned is no
 * proof that the next one will be found. Passages of a file are spread evenly, in the order they stand in.
 * @returns the fold of each passage
 */
export function foldsOf(passages: readonly Passage[], count: number): number[] {
  const group = groupsOf(passages);
  const sizes = new Array<number>(count).fill(0);
  const foldOf = new Map<number, number>();
  const members = Map.groupBy(passages.keys(), (at) => group[at] ?? at);
  for (const [root, held] of members) {
    const lightest = sizes.indexOf(Math.min(...sizes));
    foldOf.set(root, lightest);
    sizes[lightest] = (sizes[lightest] ?? 0) + held.reduce((sum, at) => sum + (passages[at]?.length ?? 0), 0);
  }
  return passages.map((_, at) => foldOf.get(group[at] ?? at) ?? 0);
}

/** The group of each passage: passages that share a near-duplicate, directly or over others, have the same. */
export function groupsOf(passages: readonly Passage[]): number[] {
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

/** Pairs of passages that hold near-duplicate sentences. */
function nearDuplicates(passages: readonly Passage[]): [number, number][] {
  const sentences = passages.flatMap((passage, at) =>
    passage.map((row) => ({ passage: at, pairs: pairsOf(row.sentence) })),
  );
  const holding = new Map<string, number[]>();
  const found: [number, number][] = [];
  for (const [number, { passage, pairs }] of sentences.entries()) {
    const shared = new Map<number, number>();
    for (const pair of pairs) {
      const others = holding.get(pair) ?? [];
      if (others.length <= commonPairMax) {
        for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
        holding.set(pair, [...others, number]);
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
