import { type Block, blocks } from '@redline/rule-engine/language';
import { crossValidate } from '../sentences/cross-validate.ts';
import type { Dataset } from '../sentences/dataset.ts';
import { trainingSetOf } from '../sentences/training-set.ts';
import { type RankingFigures, rankingFigures } from './ranking-figures.ts';

/** Blocks of features that are left out, one kind at a time. */
const ablations: readonly { readonly name: string; readonly without: readonly Block[] }[] = [
  { name: 'with everything', without: [] },
  { name: 'without neighbours', without: ['before', 'after'] },
  { name: 'without character n-grams', without: ['grams'] },
  { name: 'without words', without: ['words'] },
  { name: 'without lexicons', without: ['lexicons'] },
  { name: 'without flags', without: ['flags'] },
];

/** The ranking by the model of violations without some features. */
export interface Ablation {
  readonly name: string;
  readonly ranking: RankingFigures;
}

/**
 * Cross-validates the model of violations with all features, and without each kind.
 * @param print writes a line of progress
 */
export function measureAblations(dataset: Dataset, print: (line: string) => void): Ablation[] {
  return ablations.map(({ name, without }) => {
    print(`cross-validating ${name}`);
    const used = blocks.filter((block) => !without.includes(block));
    const scores = crossValidate(trainingSetOf(dataset, [], used), dataset);
    const ranking = rankingFigures(
      dataset.rows,
      scores.map(({ total }) => total),
    );
    return { name, ranking };
  });
}
