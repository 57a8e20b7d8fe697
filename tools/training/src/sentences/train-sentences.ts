import { type Calibration, probabilityOf } from '@redline/rule-engine/classifier';
import type { Corpus } from '../corpus/read-corpus.ts';
import { authorFolds } from '../folds/author-folds.ts';
import { calibrate } from '../learning/calibrate.ts';
import { crossValidate, type OutOfFoldScores } from './cross-validate.ts';
import type { Dataset } from './dataset.ts';
import { chooseReportThresholds, type RowPrediction } from './report-thresholds.ts';
import type { TrainingSet } from './training-set.ts';

/** The result of cross-validation for the rows of a dataset; arrays are by row. */
export interface SentenceTraining {
  readonly dataset: Dataset;
  readonly training: TrainingSet;
  readonly scores: readonly OutOfFoldScores[];
  readonly calibration: Calibration;
  readonly predictions: readonly RowPrediction[];
  /** By topic; null where the topic is never reported. */
  readonly reportThresholds: readonly (number | null)[];
}

/**
 * Cross-validates the models of sentences, calibrates their scores and chooses report thresholds.
 * @param foldCount of authors; the dataset has the folds of passages
 * @param print writes a line of progress
 */
export function trainSentences(
  dataset: Dataset,
  training: TrainingSet,
  corpus: Corpus,
  foldCount: number,
  print: (line: string) => void,
): SentenceTraining {
  const scores = scoreRows(training, dataset, foldCount, print);
  const calibration = calibrate(
    scores.map(({ total }) => total),
    training.examples.map(({ isViolating }) => isViolating),
  );
  const groupOf = groupsByTopic(corpus);
  const predictions = scores.map(({ total, topic }, at) => ({
    probability: probabilityOf(calibration, total),
    isViolating: training.examples[at]?.isViolating ?? false,
    isClose: dataset.rows[at]?.label === 'ok' && dataset.rows[at]?.topic !== null,
    group: groupOf.get(training.topics[topic] ?? '') ?? '',
  }));
  const { all, byGroup } = chooseReportThresholds(predictions.filter((_, at) => !dataset.isAmbiguous[at]));
  const reportThresholds = training.topics.map((topic) => {
    const threshold = byGroup.get(groupOf.get(topic) ?? '') ?? all;
    return threshold < 1 ? Math.max(threshold, corpus.choices.reportThresholdMin) : null;
  });
  return { dataset, training, scores, calibration, predictions, reportThresholds };
}

/** Whether a row, by its index, is reported: its probability reaches the threshold of its predicted topic. */
export function isRowReported(
  { scores, predictions, reportThresholds }: SentenceTraining,
  at: number,
): boolean {
  const threshold = reportThresholds[scores[at]?.topic ?? -1] ?? null;
  return threshold !== null && (predictions[at]?.probability ?? 0) >= threshold;
}

/** Scores rows out of fold; those that have an author, by models that were not trained on that author. */
function scoreRows(
  training: TrainingSet,
  dataset: Dataset,
  foldCount: number,
  print: (line: string) => void,
): OutOfFoldScores[] {
  const scores = crossValidate(training, dataset);
  const byAuthor = authorFolds(dataset.rows, foldCount);
  if (byAuthor.every((fold) => fold < 0)) return scores;
  print('cross-validating with authors held out');
  const ofAuthors = crossValidate(training, dataset, byAuthor);
  return scores.map((own, at) => ofAuthors[at] ?? own);
}

const groupsByTopic = ({ groups }: Corpus): ReadonlyMap<string, string> =>
  new Map([...groups].flatMap(([group, topics]) => topics.map((topic) => [topic, group] as const)));
