import {
  type LogisticOptions,
  type SparseVector,
  scoreOf,
  trainLogistic,
} from '../learning/logistic-regression.ts';
import type { Example } from './training-set.ts';

/** The weights of the model of violations, and of one model a topic, one against the rest; by index of the feature space. */
export interface SentenceModels {
  readonly violation: Float64Array;
  readonly topics: readonly Float64Array[];
}

/** The scores of a sentence by the models. */
export interface Scores {
  readonly violation: number;
  /** Index of the topic with the highest score; -1 without topics. */
  readonly topic: number;
  readonly topicScore: number;
}

/** Costs as chosen by cross-validation. */
const violationCost = 4;
const topicCost = 8;
/** A topic has fifty times as many negative examples as positive ones. */
const positiveTopicWeight = 4;
const solver = { passesMax: 40, tolerance: 0.1 } satisfies Partial<LogisticOptions>;

/** Fits the model of violations. */
export const fitViolationModel = (examples: readonly Example[], size: number): Float64Array =>
  trainLogistic(
    examples.map(({ vector }) => vector),
    examples.map(({ isViolating }) => isViolating),
    { ...solver, size, costs: [violationCost, violationCost] },
  );

/** Fits all models. */
export function fitModels(examples: readonly Example[], topicCount: number, size: number): SentenceModels {
  const vectors = examples.map(({ vector }) => vector);
  const fit = (isPositive: (example: Example) => boolean, costs: LogisticOptions['costs']): Float64Array =>
    trainLogistic(vectors, examples.map(isPositive), { ...solver, size, costs });
  return {
    violation: fitViolationModel(examples, size),
    topics: Array.from({ length: topicCount }, (_, index) =>
      fit(
        ({ isViolating, topic }) => isViolating && topic === index,
        [positiveTopicWeight * topicCost, topicCost],
      ),
    ),
  };
}

/** The weight of the highest topic score beside the violation score. */
export const topicScoreWeight = 0.3;
/** The weight of the mean violation score of all sentences of the text: lawful copy is lawful throughout. */
export const meanScoreWeight = 1;

/** Scores a sentence by all models. */
export function scoresOf(vector: SparseVector, { violation, topics }: SentenceModels): Scores {
  let topic = -1;
  let topicScore = topics.length > 0 ? Number.NEGATIVE_INFINITY : 0;
  for (const [index, weights] of topics.entries()) {
    const score = scoreOf(vector, weights);
    if (score > topicScore) [topic, topicScore] = [index, score];
  }
  return { violation: scoreOf(vector, violation), topic, topicScore };
}

/** Returns the total score of each sentence of a text: its violation and topic score, and the mean violation score. */
export function totalScores(sentences: readonly Scores[]): number[] {
  const mean = sentences.reduce((sum, { violation }) => sum + violation, 0) / sentences.length;
  return sentences.map(
    ({ violation, topicScore }) => violation + topicScoreWeight * topicScore + meanScoreWeight * mean,
  );
}
