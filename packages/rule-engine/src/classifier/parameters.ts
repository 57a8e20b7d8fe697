import type { Calibration } from './calibration.ts';
import type { ScoreWeights } from './combined-score.ts';
import type { StoredScoreWeights, WeightsHeader } from './weights-header.ts';

/** The numbers of a classifier besides its weights. */
export interface Parameters {
  readonly sentence: {
    readonly bias: number;
    /** The value of a stored weight of 1. */
    readonly scale: number;
    /** A sentence scores `violation + topicScoreWeight * topic + meanScoreWeight * mean violation of all sentences`. */
    readonly topicScoreWeight: number;
    readonly meanScoreWeight: number;
    readonly calibration: Calibration;
    /** Sentences with a lower sum of violation and mean score reach no threshold. */
    readonly scoreMin: number;
  };
  readonly topics: readonly {
    readonly id: string;
    readonly bias: number;
    /** Sentences are reported from this probability on; never when null. */
    readonly reportThreshold: number | null;
  }[];
  readonly topicScale: number;
  readonly text: {
    readonly bias: number;
    readonly scale: number;
    readonly scoreWeights: ScoreWeights;
    readonly calibration: Calibration;
    /** Texts with a lower probability are lawful, and clearly lawful. */
    readonly lawfulThreshold: number;
    readonly clearlyLawfulThreshold: number;
    /** Texts with this probability or more are flagged, and clearly violating. */
    readonly flagThreshold: number;
    readonly clearlyViolatingThreshold: number;
    /** A flagged text is reported at sentences with at least this score for their topic. */
    readonly flagTopicScoreMin: number;
  };
}

/** Reads the parameters from the header of a file of weights, whose names are stored and stay. */
export function parametersOf(header: WeightsHeader): Parameters {
  const { text } = header;
  return {
    sentence: {
      bias: header.violationBias,
      scale: header.violationUnit,
      topicScoreWeight: header.topicShare,
      meanScoreWeight: header.companyShare,
      calibration: header.calibration,
      scoreMin: header.violationMin,
    },
    topics: header.topics.map(({ id, bias, speaksFrom }) => ({ id, bias, reportThreshold: speaksFrom })),
    topicScale: header.topicUnit,
    text: {
      bias: text.bias,
      scale: text.unit,
      scoreWeights: scoreWeightsOf(text.evidence),
      calibration: text.calibration,
      lawfulThreshold: text.lawfulBelow,
      clearlyLawfulThreshold: text.surelyLawfulBelow,
      flagThreshold: text.accusesFrom,
      clearlyViolatingThreshold: text.sureFrom,
      flagTopicScoreMin: text.accusedTopicMin,
    },
  };
}

/** Reads the weights of the scores of a text from their stored names. */
export const scoreWeightsOf = ({ text, loudest, found, length }: StoredScoreWeights): ScoreWeights => ({
  text,
  maxSentence: loudest,
  ruleFindings: found,
  wordFeatures: length,
});

/** Gives the weights of the scores of a text the names under which they are stored. */
export const storedScoreWeights = (weights: ScoreWeights): StoredScoreWeights => ({
  text: weights.text,
  loudest: weights.maxSentence,
  found: weights.ruleFindings,
  length: weights.wordFeatures,
});
