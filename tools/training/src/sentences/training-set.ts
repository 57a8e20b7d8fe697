import type { Block } from '@redline/rule-engine/language';
import type { SparseVector } from '../learning/logistic-regression.ts';
import type { Dataset } from './dataset.ts';
import { type FeatureSpace, featureSpaceOf, vectorOf } from './feature-space.ts';

/** A sentence to train on. */
export interface Example {
  readonly vector: SparseVector;
  readonly isViolating: boolean;
  /** Index of the topic that it violates; -1 for none. */
  readonly topic: number;
}

/** The examples of a dataset, in the order of its rows. */
export interface TrainingSet {
  readonly space: FeatureSpace;
  readonly examples: readonly Example[];
  readonly topics: readonly string[];
}

/**
 * Makes the examples of a dataset.
 * @param topics in the order of their models
 * @param used the blocks of features that the models have; all of them when left out
 */
export function trainingSetOf(
  { rows, features, settings }: Dataset,
  topics: readonly string[],
  used?: readonly Block[],
): TrainingSet {
  const space = featureSpaceOf(features, settings, used);
  const examples = rows.map(({ label, topic }, at): Example => {
    const own = features[at];
    if (!own) throw new Error(`row ${at} has no features`);
    const isViolating = label !== 'ok';
    return {
      vector: vectorOf(own, space),
      isViolating,
      topic: isViolating && topic !== null ? topics.indexOf(topic) : -1,
    };
  });
  return { space, examples, topics };
}
