import { type LogisticOptions, type Sparse, scoreOf, trainLogistic } from './logistic.ts';

/** What an example teaches: whether it violates, and which topic. */
export interface Lesson {
  readonly vector: Sparse;
  readonly violates: boolean;
  /** Number of the topic; -1 for none. */
  readonly topic: number;
}

/** One model that says whether a sentence violates at all, and one a topic that says whether it violates that. */
export interface Models {
  readonly violation: Float64Array;
  readonly topics: readonly Float64Array[];
}

/** What models say of an example. */
export interface Scores {
  readonly violation: number;
  /** Number of the topic that scores best; -1 without topics. */
  readonly topic: number;
  readonly topicScore: number;
}

/** Chosen by cross-validation; see the page on the learned reviewer. */
const violationCost = 4;
const topicCost = 8;
/** A topic has fifty times as many examples against it as for it. */
const positiveTopicWeight = 4;
const solver = { passesMax: 40, tolerance: 0.1 } satisfies Partial<LogisticOptions>;

/** Fits the model of violations alone. */
export const fitViolation = (lessons: readonly Lesson[], size: number): Float64Array =>
  trainLogistic(
    lessons.map(({ vector }) => vector),
    lessons.map(({ violates }) => violates),
    { ...solver, size, costs: [violationCost, violationCost] },
  );

/** Fits all models to the lessons. */
export function fitModels(lessons: readonly Lesson[], topicCount: number, size: number): Models {
  const vectors = lessons.map(({ vector }) => vector);
  const fit = (positive: (lesson: Lesson) => boolean, costs: LogisticOptions['costs']): Float64Array =>
    trainLogistic(vectors, lessons.map(positive), { ...solver, size, costs });
  return {
    violation: fitViolation(lessons, size),
    topics: Array.from({ length: topicCount }, (_, number) =>
      fit(
        ({ violates, topic }) => violates && topic === number,
        [positiveTopicWeight * topicCost, topicCost],
      ),
    ),
  };
}

/** How much the best topic counts beside the violation. */
export const topicShare = 0.3;
/** How much the mean violation of all sentences of the text counts: honest copy is honest throughout. */
export const companyShare = 1;

/** What the models say of an example. */
export function scoresOf(vector: Sparse, { violation, topics }: Models): Scores {
  let topic = -1;
  let topicScore = topics.length > 0 ? Number.NEGATIVE_INFINITY : 0;
  for (const [number, weights] of topics.entries()) {
    const score = scoreOf(vector, weights);
    if (score > topicScore) [topic, topicScore] = [number, score];
  }
  return { violation: scoreOf(vector, violation), topic, topicScore };
}

/** The scores of all sentences of a text as one number each. */
export function totalsOf(sentences: readonly Scores[]): number[] {
  const company = sentences.reduce((sum, { violation }) => sum + violation, 0) / sentences.length;
  return sentences.map(
    ({ violation, topicScore }) => violation + topicShare * topicScore + companyShare * company,
  );
}
