import type { Passage } from '../corpus/passages.ts';
import { assignFolds } from './assign-folds.ts';
import { groupNearDuplicates } from './near-duplicates.ts';

/**
 * Assigns passages to folds. Passages that share near-duplicate sentences are in one fold: finding a wording that was
 * trained on does not prove that the next one will be found. The passages of a file are spread evenly over the folds.
 * @returns the fold of each passage
 */
export function passageFolds(passages: readonly Passage[], foldCount: number): number[] {
  const groups = groupNearDuplicates(passages);
  const sizes = new Map<number, number>();
  for (const [at, passage] of passages.entries()) {
    const group = groups[at] ?? at;
    sizes.set(group, (sizes.get(group) ?? 0) + passage.length);
  }
  const folds = assignFolds(sizes, foldCount);
  return passages.map((_, at) => folds.get(groups[at] ?? at) ?? 0);
}
