import { disclaimersIn, featuresIn, featuresOf, hashText, textScale } from '@redline/rule-engine/classifier';
import type { Engine } from '@redline/rule-engine/evaluate';
import { cuesOf } from '@redline/rule-engine/judge';
import { textBlocks } from '@redline/rule-engine/language';
import { scanText } from '@redline/rule-engine/patterns';
import type { SparseVector } from '../learning/logistic-regression.ts';
import { biasValue } from '../sentences/feature-space.ts';

/** The features of a whole text. */
export interface TextFeatures {
  /** The value of each feature, by its hash. */
  readonly values: ReadonlyMap<number, number>;
  /** Number of its features of words, repeated ones included. */
  readonly wordFeatures: number;
}

/** Computes the features of a text without its disclaimers; each feature counts once. */
export function textFeaturesOf(text: string, engine: Engine): TextFeatures {
  const scanned = scanText(text, engine);
  const cues = cuesOf(scanned, engine.pack.grammar);
  const hashed = hashText(scanned, cues, engine.pack.vocabulary);
  const { sentences } = scanned.structure;
  const disclaimers = disclaimersIn(scanned, cues);
  const features = featuresIn(featuresOf(hashed, sentences)).filter((_, at) => !disclaimers[at]);
  const wordFeatures = features.reduce((sum, { words }) => sum + words.length, 0);
  const scale = textScale(wordFeatures);
  const blockValues = hashed.settings.text;
  const values = new Map<number, number>();
  for (const block of textBlocks) {
    for (const sentence of features) {
      for (const hash of sentence[block]) if (!values.has(hash)) values.set(hash, blockValues[block] * scale);
    }
  }
  return { values, wordFeatures };
}

/** Gives each feature that at least two texts have its index in the vectors; the bias has the index behind them. */
export function textFeatureIndices(texts: readonly TextFeatures[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { values } of texts)
    for (const hash of values.keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const hashes = [...counts].filter(([, count]) => count > 1).map(([hash]) => hash);
  return new Map(hashes.sort((a, b) => a - b).map((hash, index) => [hash, index]));
}

/** Returns the features of a text as a vector. */
export function textVectorOf({ values }: TextFeatures, indices: ReadonlyMap<number, number>): SparseVector {
  const entries = [...values]
    .flatMap(([hash, value]) => {
      const index = indices.get(hash);
      return index === undefined ? [] : [[index, value] as const];
    })
    .sort(([a], [b]) => a - b);
  return {
    indices: Int32Array.from([...entries.map(([index]) => index), indices.size]),
    values: Float32Array.from([...entries.map(([, value]) => value), biasValue]),
  };
}
