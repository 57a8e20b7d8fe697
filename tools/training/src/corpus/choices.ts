import {
  evidenceDefault,
  evidenceSchema,
  type ScoreWeights,
  scoreWeightsOf,
  textThresholdDefaults,
} from '@redline/rule-engine/classifier';
import { z } from 'zod';

/** The thresholds and options that a site's classifier is trained with. */
export interface Choices {
  /** No sentence is reported with a lower probability, whatever threshold its topic's rows allow. */
  readonly reportThresholdMin: number;
  /** The share of violating texts that may read as lawful, from which the lawful threshold follows. */
  readonly violatingReadAsLawfulMax: number;
  /** The share of lawful texts that may be flagged, from which the flag threshold follows. */
  readonly lawfulFlaggedMax: number;
  readonly clearlyLawfulThreshold: number;
  readonly clearlyViolatingThreshold: number;
  readonly flagTopicScoreMin: number;
  /** Whether the sentences of the labelled texts are examples, too, besides those of the passages. */
  readonly trainsOnSentencesOfTexts: boolean;
  readonly scoreWeights: ScoreWeights;
}

/**
 * The fields of `choices.yaml`, which stay; a site may leave out any. The defaults were chosen by cross-validation on the
 * corpus of `us`.
 */
const choicesSchema = z
  .object({
    // On 928 lawful texts that an adversary wrote against the rules of `us` it left 23 false alarms of 30, and of 302
    // violating ones none was lost.
    speaksFromMin: z.number().min(0).max(1).default(0.98),
    takenForLawfulMax: z.number().min(0).max(1).default(0.1),
    takenForViolatingMax: z.number().min(0).max(1).default(0.005),
    surelyLawfulBelow: z.number().default(textThresholdDefaults.surelyLawfulBelow),
    sureFrom: z.number().default(textThresholdDefaults.sureFrom),
    accusedTopicMin: z.number().default(textThresholdDefaults.accusedTopicMin),
    learnsSentencesOfTexts: z.boolean().default(false),
    evidence: evidenceSchema.default(evidenceDefault),
  })
  .strict();

/** Reads the choices of a site. Throws a ZodError for fields that are not as expected. */
export function parseChoices(data: unknown): Choices {
  const stored = choicesSchema.parse(data);
  return {
    reportThresholdMin: stored.speaksFromMin,
    violatingReadAsLawfulMax: stored.takenForLawfulMax,
    lawfulFlaggedMax: stored.takenForViolatingMax,
    clearlyLawfulThreshold: stored.surelyLawfulBelow,
    clearlyViolatingThreshold: stored.sureFrom,
    flagTopicScoreMin: stored.accusedTopicMin,
    trainsOnSentencesOfTexts: stored.learnsSentencesOfTexts,
    scoreWeights: scoreWeightsOf(stored.evidence),
  };
}
