import type { ClassifierSettings } from '../language/classifier-settings.ts';
import { probabilityOf } from './calibration.ts';
import { combineScores, maxScore } from './combined-score.ts';
import { countWordFeatures, type FeatureRows } from './feature-rows.ts';
import { featureTableOf } from './feature-table.ts';
import { featureVersion } from './features.ts';
import { type Parameters, parametersOf } from './parameters.ts';
import type { FlaggedSentence, Predictions, SentencePrediction, TextPrediction } from './predictions.ts';
import { scoreSentence, type TopicScorer, topicScorer, type WeightedRows } from './sentence-scores.ts';
import { type TextScorer, textScorer } from './text-score.ts';
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
  const models: Models = {
    parameters,
    settings,
    bestTopic: topicScorer(weights, table, parameters, settings),
    scoreText: textScorer(parameters, table, settings),
  };
  const lookUp = (rows: FeatureRows): WeightedRows => ({ rows, ...table.lookUp(rows.hashes, rows.length) });
  return {
    parameters,
    scoreWords: (words) => scoreSentence(parameters, settings, lookUp(words), 0),
    predict(sentences, disclaimers, ruleFindings) {
      const weighted = lookUp(sentences);
      const scores = Array.from({ length: sentences.segments }, (_, sentence) =>
        scoreSentence(parameters, settings, weighted, sentence),
      );
      return {
        text: predictText(models, { weighted, scores, disclaimers, ruleFindings }),
        sentences: predictSentences(models, weighted, scores),
      };
    },
  };
}

interface Models {
  readonly parameters: Parameters;
  readonly settings: ClassifierSettings;
  readonly bestTopic: TopicScorer;
  readonly scoreText: TextScorer;
}

function predictSentences(
  { parameters, bestTopic }: Models,
  weighted: WeightedRows,
  scores: readonly number[],
): (SentencePrediction | null)[] {
  const { calibration, scoreMin, meanScoreWeight, topicScoreWeight } = parameters.sentence;
  const meanScore = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  return scores.map((own, sentence) => {
    const score = own + meanScoreWeight * meanScore;
    if (score < scoreMin) return null;
    const best = bestTopic(weighted, sentence);
    const topic = parameters.topics[best.topic];
    if (!topic) return null;
    const probability = probabilityOf(calibration, score + topicScoreWeight * best.score);
    const { reportThreshold } = topic;
    return {
      topic: topic.id,
      probability,
      isReported: reportThreshold !== null && probability >= reportThreshold,
    };
  });
}

/** A text whose sentences are scored. */
interface ScoredText {
  readonly weighted: WeightedRows;
  readonly scores: readonly number[];
  readonly disclaimers: readonly boolean[];
  readonly ruleFindings: number;
}

function predictText(models: Models, scored: ScoredText): TextPrediction {
  const { settings, parameters } = models;
  const { text } = parameters;
  const { segments } = scored.weighted.rows;
  const probability = probabilityIn(models, scored, 0, segments);
  return {
    probability,
    isLawful: probability < text.lawfulThreshold,
    isClearlyLawful: probability < text.clearlyLawfulThreshold,
    isClearlyViolating: probability >= text.clearlyViolatingThreshold,
    isLawfulAround(first, last) {
      const from = Math.max(0, first - windowSentences);
      const end = Math.min(segments, last + 1 + windowSentences);
      if (probabilityIn(models, scored, from, end) >= text.lawfulThreshold) return false;
      return probabilityIn(models, scored, first, last + 1) < settings.claimThreshold;
    },
    flaggedSentences: () => (probability >= text.flagThreshold ? flaggedIn(models, scored) : []),
  };
}

/** Returns the probability that the sentences from `first` to before `end`, as a text, violate anything. */
function probabilityIn(
  { parameters: { text }, scoreText }: Models,
  { weighted, scores, disclaimers, ruleFindings }: ScoredText,
  first: number,
  end: number,
): number {
  const score = combineScores(text.scoreWeights, {
    text: scoreText(weighted, disclaimers, first, end),
    maxSentence: maxScore(scores.slice(first, end)),
    ruleFindings,
    wordFeatures: countWordFeatures(weighted.rows, first, end),
  });
  return probabilityOf(text.calibration, score);
}

function flaggedIn({ parameters, bestTopic }: Models, { weighted, scores }: ScoredText): FlaggedSentence[] {
  return [...scores.keys()]
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, flaggedSentencesMax)
    .flatMap((sentence) => {
      const best = bestTopic(weighted, sentence);
      const isLikely = best.score >= parameters.text.flagTopicScoreMin;
      const topic = isLikely ? parameters.topics[best.topic]?.id : undefined;
      return topic === undefined ? [] : [{ sentence, topic }];
    });
}
