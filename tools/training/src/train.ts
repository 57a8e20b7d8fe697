import { type Calibration, probabilityOf, type Weights } from '@redline/rule-engine/classifier';
import type { Engine } from '@redline/rule-engine/evaluate';
import { type Block, blocks } from '@redline/rule-engine/language';
import type { Corpus } from './corpus/read-corpus.ts';
import { authorFigures } from './figures/author-figures.ts';
import type { Figures } from './figures/figures.ts';
import type { PredictedRow } from './figures/predicted-row.ts';
import { type RankingFigures, rankingFigures } from './figures/ranking-figures.ts';
import { sentenceFigures } from './figures/sentence-figures.ts';
import { textFigures } from './figures/text-figures.ts';
import { authorFolds } from './folds/author-folds.ts';
import { passageFolds } from './folds/passage-folds.ts';
import { calibrate } from './learning/calibrate.ts';
import { quantizeWeights } from './quantize-weights.ts';
import { crossValidate, type OutOfFoldScores } from './sentences/cross-validate.ts';
import { type Dataset, datasetOf } from './sentences/dataset.ts';
import { passagesOfTexts } from './sentences/passages-of-texts.ts';
import { chooseReportThresholds, type RowPrediction } from './sentences/report-thresholds.ts';
import { fitModels, meanScoreWeight, topicScoreWeight } from './sentences/sentence-models.ts';
import { type TrainingSet, trainingSetOf } from './sentences/training-set.ts';
import { corpusTextExamples } from './texts/corpus-text-examples.ts';
import type { TextExample } from './texts/text-example.ts';
import { fitTextModel } from './texts/text-model.ts';

const foldCount = 5;

/** Blocks of features that are left out, one at a time, to measure their part in the model of violations. */
const ablations: readonly { readonly name: string; readonly without: readonly Block[] }[] = [
  { name: 'with everything', without: [] },
  { name: 'without neighbours', without: ['before', 'after'] },
  { name: 'without character n-grams', without: ['grams'] },
  { name: 'without words', without: ['words'] },
  { name: 'without lexicons', without: ['lexicons'] },
  { name: 'without flags', without: ['flags'] },
];

/** The result of a training. */
export interface Training {
  readonly weights: Weights;
  readonly figures: Figures;
}

/**
 * Trains the classifier of a site: cross-validates, chooses thresholds, then fits the models to the whole corpus. The same
 * corpus and pack give the same weights, bit by bit.
 * @param ruleExamples the rules' own examples, which the model of texts is trained on
 * @param print writes a line of progress
 */
export function train(
  site: string,
  corpus: Corpus,
  engine: Engine,
  ruleExamples: readonly TextExample[],
  print: (line: string) => void,
): Training {
  const { texts, choices } = corpus;
  const passages = choices.trainsOnSentencesOfTexts
    ? [...corpus.passages, ...passagesOfTexts(texts, engine)]
    : corpus.passages;
  const dataset = datasetOf(passages, passageFolds(passages, foldCount), engine);
  const topics = [...corpus.groups.values()].flat().sort();
  const training = trainingSetOf(dataset, topics);
  print(`${dataset.rows.length} sentences, ${training.space.size - 1} features: cross-validating`);
  const scores = scoreRows(training, dataset, print);
  const calibration = calibrate(
    scores.map(({ total }) => total),
    training.examples.map(({ isViolating }) => isViolating),
  );
  const predictions = predictRows(training, dataset, scores, calibration, corpus);
  const reportThresholds = thresholdsByTopic(topics, dataset, predictions, corpus);
  const ablated = ablations.map(({ name, without }) => {
    print(`cross-validating ${name}`);
    return { name, ranking: rankingWithout(dataset, without) };
  });
  print(`${texts.length} texts`);
  const textModel = fitTextModel(
    [...corpusTextExamples(texts, dataset, training, choices, engine), ...ruleExamples],
    lawfulPassagesOf(corpus),
    choices,
    engine,
  );
  print('fitting to all');
  const models = fitModels(training.examples, topics.length, training.space.size);
  const isReported = (at: number): boolean => {
    const threshold = reportThresholds[scores[at]?.topic ?? -1] ?? null;
    return threshold !== null && (predictions[at]?.probability ?? 0) >= threshold;
  };
  const weights = quantizeWeights(models, textModel, training, {
    site,
    corpusHash: corpus.hash,
    topicScoreWeight,
    meanScoreWeight,
    calibration,
    scoreMin: lowestReportedScore(scores.filter((_, at) => isReported(at))),
    reportThresholds,
    choices,
  });
  const predicted = dataset.rows.map((row, at): PredictedRow => {
    const { topic = -1, total = 0 } = scores[at] ?? {};
    return {
      file: row.file,
      label: row.label,
      topic: row.topic,
      isViolating: row.label !== 'ok',
      reported: isReported(at) ? (topics[topic] ?? null) : null,
      score: total,
      probability: predictions[at]?.probability ?? 0,
      isAmbiguous: dataset.isAmbiguous[at] ?? false,
    };
  });
  const figures: Figures = {
    sentences: sentenceFigures(predicted, topics, reportThresholds),
    authors: authorFigures(predicted),
    texts: textFigures(textModel),
    ablations: ablated,
  };
  return { weights, figures };
}

/** Scores rows out of fold; those that have an author, by models that were not trained on that author. */
function scoreRows(
  training: TrainingSet,
  dataset: Dataset,
  print: (line: string) => void,
): OutOfFoldScores[] {
  const scores = crossValidate(training, dataset);
  const byAuthor = authorFolds(dataset.rows, foldCount);
  if (byAuthor.every((fold) => fold < 0)) return scores;
  print('cross-validating with authors held out');
  const ofAuthors = crossValidate(training, dataset, byAuthor);
  return scores.map((own, at) => ofAuthors[at] ?? own);
}

function predictRows(
  { topics, examples }: TrainingSet,
  { rows }: Dataset,
  scores: readonly OutOfFoldScores[],
  calibration: Calibration,
  corpus: Corpus,
): RowPrediction[] {
  const groupOf = groupsByTopic(corpus);
  return scores.map(({ total, topic }, at) => ({
    probability: probabilityOf(calibration, total),
    isViolating: examples[at]?.isViolating ?? false,
    isClose: rows[at]?.label === 'ok' && rows[at]?.topic !== null,
    group: groupOf.get(topics[topic] ?? '') ?? '',
  }));
}

/** Chooses the report threshold of each topic; null for topics that are never reported. */
function thresholdsByTopic(
  topics: readonly string[],
  { isAmbiguous }: Dataset,
  predictions: readonly RowPrediction[],
  corpus: Corpus,
): (number | null)[] {
  const { all, byGroup } = chooseReportThresholds(predictions.filter((_, at) => !isAmbiguous[at]));
  const groupOf = groupsByTopic(corpus);
  return topics.map((topic) => {
    const threshold = byGroup.get(groupOf.get(topic) ?? '') ?? all;
    return threshold < 1 ? Math.max(threshold, corpus.choices.reportThresholdMin) : null;
  });
}

function groupsByTopic({ groups }: Corpus): ReadonlyMap<string, string> {
  return new Map([...groups].flatMap(([group, topics]) => topics.map((topic) => [topic, group] as const)));
}

/** Returns the passages without any violation, as texts. */
function lawfulPassagesOf({ passages }: Corpus): string[] {
  return passages
    .filter((passage) => passage.every(({ label }) => label === 'ok'))
    .map((passage) => passage.map(({ sentence }) => sentence).join('\n'));
}

function rankingWithout(dataset: Dataset, without: readonly Block[]): RankingFigures {
  const training = trainingSetOf(
    dataset,
    [],
    blocks.filter((block) => !without.includes(block)),
  );
  const scores = crossValidate(training, dataset);
  return rankingFigures(
    dataset.rows,
    scores.map(({ total }) => total),
  );
}

/** Returns the lowest sum of violation and mean score of reported rows. */
const lowestReportedScore = (reported: readonly OutOfFoldScores[]): number =>
  Math.min(
    ...reported.map(({ total, topicScore }) => total - topicScoreWeight * topicScore),
    Number.MAX_VALUE,
  );
