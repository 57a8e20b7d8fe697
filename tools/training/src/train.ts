import type { Weights } from '@redline/rule-engine/classifier';
import type { Engine } from '@redline/rule-engine/evaluate';
import type { Corpus } from './corpus/read-corpus.ts';
import { measureAblations } from './figures/ablations.ts';
import { authorFigures } from './figures/author-figures.ts';
import type { Figures } from './figures/figures.ts';
import type { PredictedRow } from './figures/predicted-row.ts';
import { sentenceFigures } from './figures/sentence-figures.ts';
import { textFigures } from './figures/text-figures.ts';
import { passageFolds } from './folds/passage-folds.ts';
import { quantizeWeights } from './quantize-weights.ts';
import { type Dataset, datasetOf } from './sentences/dataset.ts';
import { passagesOfTexts } from './sentences/passages-of-texts.ts';
import { fitModels, meanScoreWeight, topicScoreWeight } from './sentences/sentence-models.ts';
import { isRowReported, type SentenceTraining, trainSentences } from './sentences/train-sentences.ts';
import { trainingSetOf } from './sentences/training-set.ts';
import { corpusTextExamples } from './texts/corpus-text-examples.ts';
import type { TextExample } from './texts/text-example.ts';
import { fitTextModel, type TextModel } from './texts/text-model.ts';

const foldCount = 5;

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
  const { texts, choices, groups } = corpus;
  const dataset = readDataset(corpus, engine);
  const training = trainingSetOf(dataset, [...groups.values()].flat().sort());
  print(`${dataset.rows.length} sentences, ${training.space.size - 1} features: cross-validating`);
  const sentences = trainSentences(dataset, training, corpus, foldCount, print);
  const ablations = measureAblations(dataset, print);
  print(`${texts.length} texts`);
  const textExamples = corpusTextExamples(texts, dataset, training, choices, engine);
  const textModel = fitTextModel(
    [...textExamples, ...ruleExamples],
    lawfulPassagesOf(corpus),
    choices,
    engine,
  );
  print('fitting to all');
  const predicted = predictedRows(sentences);
  return {
    weights: fitWeights(site, corpus, sentences, textModel),
    figures: {
      sentences: sentenceFigures(predicted, training.topics, sentences.reportThresholds),
      authors: authorFigures(predicted),
      texts: textFigures(textModel),
      ablations,
    },
  };
}

function readDataset({ passages, texts, choices }: Corpus, engine: Engine): Dataset {
  const all = choices.trainsOnSentencesOfTexts ? [...passages, ...passagesOfTexts(texts, engine)] : passages;
  return datasetOf(all, passageFolds(all, foldCount), engine);
}

/** Returns the passages without any violation, as texts. */
function lawfulPassagesOf({ passages }: Corpus): string[] {
  return passages
    .filter((passage) => passage.every(({ label }) => label === 'ok'))
    .map((passage) => passage.map(({ sentence }) => sentence).join('\n'));
}

/** Fits the models of sentences to all rows, and puts all models together. */
function fitWeights(
  site: string,
  corpus: Corpus,
  sentences: SentenceTraining,
  textModel: TextModel,
): Weights {
  const { training, scores, calibration, reportThresholds } = sentences;
  const { examples, topics, space } = training;
  const reportedScores = scores
    .filter((_, at) => isRowReported(sentences, at))
    .map(({ total, topicScore }) => total - topicScoreWeight * topicScore);
  return quantizeWeights(fitModels(examples, topics.length, space.size), textModel, training, {
    site,
    corpusHash: corpus.hash,
    topicScoreWeight,
    meanScoreWeight,
    calibration,
    scoreMin: Math.min(...reportedScores, Number.MAX_VALUE),
    reportThresholds,
    choices: corpus.choices,
  });
}

function predictedRows(sentences: SentenceTraining): PredictedRow[] {
  const { dataset, training, scores, predictions } = sentences;
  return dataset.rows.map(({ author, label, topic }, at): PredictedRow => {
    const predictedTopic = training.topics[scores[at]?.topic ?? -1] ?? null;
    return {
      author,
      label,
      topic,
      isViolating: label !== 'ok',
      reported: isRowReported(sentences, at) ? predictedTopic : null,
      score: scores[at]?.total ?? 0,
      probability: predictions[at]?.probability ?? 0,
      isAmbiguous: dataset.isAmbiguous[at] ?? false,
    };
  });
}
