import { type Features, featureValue } from '@redline/rule-engine/classifier';
import { type Block, blocks, type ClassifierSettings } from '@redline/rule-engine/language';
import type { SparseVector } from '../learning/logistic-regression.ts';

/** The features that a model has weights for, each with its index in the vectors; the last index is the bias. */
export interface FeatureSpace {
  readonly indexOf: ReadonlyMap<number, number>;
  readonly blocks: readonly Block[];
  readonly settings: ClassifierSettings;
  readonly size: number;
}

/** Features of fewer examples have no weight: it would only memorize them. */
const examplesMin = 2;

/** Collects the features of the given blocks that at least two examples have. */
export function featureSpaceOf(
  examples: readonly Features[],
  settings: ClassifierSettings,
  used: readonly Block[] = blocks,
): FeatureSpace {
  const counts = new Map<number, number>();
  for (const features of examples) {
    for (const hash of new Set(used.flatMap((block) => features[block])))
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const hashes = [...counts].filter(([, count]) => count >= examplesMin).map(([hash]) => hash);
  hashes.sort((a, b) => a - b);
  return {
    indexOf: new Map(hashes.map((hash, index) => [hash, index])),
    blocks: used,
    settings,
    size: hashes.length + 1,
  };
}

/** The value of the bias in a vector. */
export const biasValue = 1;

/** Returns the features of a sentence as a vector. */
export function vectorOf(
  features: Features,
  { indexOf, blocks: used, settings, size }: FeatureSpace,
): SparseVector {
  const values = new Map<number, number>([[size - 1, biasValue]]);
  for (const block of used) {
    const hashes = features[block];
    const value = featureValue(settings, block, hashes.length);
    for (const hash of hashes) {
      const index = indexOf.get(hash);
      if (index !== undefined) values.set(index, (values.get(index) ?? 0) + value);
    }
  }
  const entries = [...values].sort(([a], [b]) => a - b);
  return {
    indices: Int32Array.from(entries, ([index]) => index),
    values: Float32Array.from(entries, ([, value]) => value),
  };
}
