import type { ClassifierSettings } from '../language/classifier-settings.ts';
import { probabilityOf } from './calibration.ts';
import { combineScores, maxScore } from './combined-score.ts';
import { countWordFeatures, type FeatureRows } from './feature-rows.ts';
import { featureTableOf } from './feature-table.ts';
import { featureVersion } from './features.ts';
import { type Parameters, parametersOf } from './parameters.ts';
import type { FlaggedSentence, Predictions, SentencePrediction } from './predictions.ts';
import { scoreSentence, topicScorer, type WeightedRows } from './sentence-scores.ts';
import { textScorer } from './text-score.ts';
import type { Weights } from './weights.ts';

/** A trained linear classifier of violating sentences and texts. */
export interface Classifier {
  readonly parameters: Parameters;
  /** Scores words, the only segment of the rows: higher where they look more like a violation. */
  readonly scoreWords: (words: FeatureRows) => number;
  /**
   * Predicts whether a text and its sentences violate anything.
   * @param sentences the features of each
   * @param disclaimers whether each sentence is a disclaimer, which the model of texts leaves out
   * @param ruleFindings places of the text in which rules have found violations
   */
  readonly predict: (
    sentences: FeatureRows,
    disclaimers: readonly boolean[],
    ruleFindings: number,
  ) => Predictions;
}

/** Sentences on either side of a claim that are read with it. */
const windowSentences = 2;

/** Sentences at most that a flagged text may be reported at. */
const flaggedSentencesMax = 3;

/**
 * Makes a classifier of weights. Throws an Error when they were trained on features that this code does not compute.
 * @param settings of the language that they were trained on
 */
export function classifierOf(weights: Weights, settings: ClassifierSettings): Classifier {
  const { header } = weights;
  if (header.featureVersion !== featureVersion) {
    throw new Error(
      `the weights know features ${header.featureVersion}, not ${featureVersion}: train them again`,
    );
  }
  const parameters = parametersOf(header);
  const table = featureTableOf(weights);
  const bestTopic = topicScorer(weights, table, parameters, settings);
  const scoreText = textScorer(parameters, table, settings);
  const lookUp = (rows: FeatureRows): WeightedRows => ({ rows, ...table.lookUp(rows.hashes, rows.length) });

  const predictSentence = (
    weighted: WeightedRows,
    sentence: number,
    score: number,
  ): SentencePrediction | null => {
    const best = bestTopic(weighted, sentence);
    const topic = parameters.topics[best.topic];
    if (!topic) return null;
    const { calibration, topicScoreWeight } = parameters.sentence;
    const probability = probabilityOf(calibration, score + topicScoreWeight * best.score);
    const { reportThreshold } = topic;
    return {
      topic: topic.id,
      probability,
      isReported: reportThreshold !== null && probability >= reportThreshold,
    };
  };
  const flaggedIn = (weighted: WeightedRows, scores: readonly number[]): FlaggedSentence[] =>
    [...scores.keys()]
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, flaggedSentencesMax)
      .flatMap((sentence) => {
        const best = bestTopic(weighted, sentence);
        const isLikely = best.score >= parameters.text.flagTopicScoreMin;
        const topic = isLikely ? parameters.topics[best.topic]?.id : undefined;
        return topic === undefined ? [] : [{ sentence, topic }];
      });

  return {
    parameters,
    scoreWords: (words) => scoreSentence(parameters, settings, lookUp(words), 0),
    predict(sentences, disclaimers, ruleFindings) {
      const weighted = lookUp(sentences);
      const scores = Array.from({ length: sentences.segments }, (_, sentence) =>
        scoreSentence(parameters, settings, weighted, sentence),
      );
      const { text } = parameters;
      /** The probability that the sentences from `first` to before `end`, as a text, violate anything. */
      const probabilityIn = (first: number, end: number): number =>
        probabilityOf(
          text.calibration,
          combineScores(text.scoreWeights, {
            text: scoreText(weighted, disclaimers, first, end),
            maxSentence: maxScore(scores.slice(first, end)),
            ruleFindings,
            wordFeatures: countWordFeatures(sentences, first, end),
          }),
        );
      const meanScore = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
      const probability = probabilityIn(0, sentences.segments);
      return {
        text: {
          probability,
          isLawful: probability < text.lawfulThreshold,
          isClearlyLawful: probability < text.clearlyLawfulThreshold,
          isClearlyViolating: probability >= text.clearlyViolatingThreshold,
          isLawfulAround(first, last) {
            const from = Math.max(0, first - windowSentences);
            const end = Math.min(sentences.segments, last + 1 + windowSentences);
            if (probabilityIn(from, end) >= text.lawfulThreshold) return false;
            return probabilityIn(first, last + 1) < settings.claimThreshold;
          },
          flaggedSentences: () => (probability >= text.flagThreshold ? flaggedIn(weighted, scores) : []),
        },
        sentences: scores.map((own, sentence) => {
          const score = own + parameters.sentence.meanScoreWeight * meanScore;
          return score < parameters.sentence.scoreMin ? null : predictSentence(weighted, sentence, score);
        }),
      };
    },
  };
}
