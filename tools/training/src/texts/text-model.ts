import {
  type Calibration,
  combineScores,
  probabilityOf,
  type ScoreWeights,
} from '@redline/rule-engine/classifier';
import type { Engine } from '@redline/rule-engine/evaluate';
import type { Choices } from '../corpus/choices.ts';
import { calibrate } from '../learning/calibrate.ts';
import {
  type LogisticOptions,
  type SparseVector,
  scoreOf,
  trainLogistic,
} from '../learning/logistic-regression.ts';
import { biasValue } from '../sentences/feature-space.ts';
import type { TextExample } from './text-example.ts';
import { textFeatureIndices, textFeaturesOf, textVectorOf } from './text-features.ts';
import { chooseTextThresholds, type TextProbability } from './text-thresholds.ts';

/** The model of whole texts. */
export interface TextModel {
  /** Weight of each feature, by its hash. */
  readonly weights: ReadonlyMap<number, number>;
  readonly bias: number;
  readonly scoreWeights: ScoreWeights;
  readonly calibration: Calibration;
  readonly lawfulThreshold: number;
  readonly flagThreshold: number;
  /** Predictions for the texts that have an author, by models that were not trained on that author. */
  readonly outOfFold: readonly TextProbability[];
}

/** Chosen by cross-validation between authors. */
const cost = 8;
const solver = { costs: [cost, cost], passesMax: 60, tolerance: 0.05 } satisfies Partial<LogisticOptions>;

/** A text as vectors: as it is and, where it has an author, with a lawful passage behind it. */
interface TextVectors {
  readonly example: TextExample;
  readonly vector: SparseVector;
  readonly padded: SparseVector | null;
  readonly wordFeatures: number;
}

/**
 * Fits the model of whole texts, and chooses its thresholds by predictions for each author of models that were trained on
 * the others. A text that has an author is trained on twice, the second time with a lawful passage behind it: what
 * violates does so whatever lawful words are beside it.
 * @param padding lawful passages, taken in turn
 */
export function fitTextModel(
  examples: readonly TextExample[],
  padding: readonly string[],
  choices: Pick<Choices, 'violatingReadAsLawfulMax' | 'lawfulFlaggedMax' | 'scoreWeights'>,
  engine: Engine,
): TextModel {
  const { vectors, indices } = vectorsOf(examples, padding, engine);
  const { scoreWeights } = choices;
  const scores = scoreOutOfFold(vectors, indices.size + 1, scoreWeights);
  const calibration = calibrate(
    scores.map(({ score }) => score),
    scores.map(({ isViolating }) => isViolating),
  );
  const outOfFold = scores.map(({ score, isViolating }) => ({
    isViolating,
    probability: probabilityOf(calibration, score),
  }));
  const weights = fit(vectors, indices.size + 1);
  return {
    weights: new Map([...indices].map(([hash, index]) => [hash, weights[index] ?? 0])),
    bias: (weights[indices.size] ?? 0) * biasValue,
    scoreWeights,
    calibration,
    outOfFold,
    ...chooseTextThresholds(outOfFold, choices),
  };
}

function vectorsOf(
  examples: readonly TextExample[],
  padding: readonly string[],
  engine: Engine,
): { vectors: TextVectors[]; indices: ReadonlyMap<number, number> } {
  const features = examples.map(({ text }) => textFeaturesOf(text, engine));
  const indices = textFeatureIndices(features);
  const vectors = examples.map((example, at): TextVectors => {
    const own = features[at];
    if (!own) throw new Error(`text ${at} has no features`);
    const passage = padding[at % padding.length];
    const isPadded = example.author !== null && passage !== undefined;
    const { wordFeatures } = own;
    return {
      example,
      vector: textVectorOf(own, indices),
      padded: isPadded
        ? textVectorOf(textFeaturesOf(`${example.text}\n\n${passage}`, engine), indices)
        : null,
      wordFeatures,
    };
  });
  return { vectors, indices };
}

function fit(texts: readonly TextVectors[], size: number): Float64Array {
  const trained = texts.flatMap(({ vector, padded, example: { isViolating } }) =>
    [vector, ...(padded ? [padded] : [])].map((one) => ({ vector: one, isViolating })),
  );
  return trainLogistic(
    trained.map(({ vector }) => vector),
    trained.map(({ isViolating }) => isViolating),
    { ...solver, size },
  );
}

/** Scores the texts of each author by a model that was trained on the others. */
function scoreOutOfFold(
  texts: readonly TextVectors[],
  size: number,
  scoreWeights: ScoreWeights,
): { score: number; isViolating: boolean }[] {
  return [...Map.groupBy(texts, ({ example }) => example.author)].flatMap(([author, own]) => {
    if (author === null) return [];
    const weights = fit(
      texts.filter(({ example }) => example.author !== author),
      size,
    );
    return own.map(({ example, vector, wordFeatures }) => ({
      isViolating: example.isViolating,
      score: combineScores(scoreWeights, {
        text: scoreOf(vector, weights),
        maxSentence: example.maxSentenceScore,
        ruleFindings: example.ruleFindings,
        wordFeatures,
      }),
    }));
  });
}
