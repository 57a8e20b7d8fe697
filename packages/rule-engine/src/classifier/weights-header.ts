import { z } from 'zod';

/**
 * The header of a file of weights. Its names are stored in the files of all packs and stay; `parametersOf` gives them the
 * names that the code uses.
 */
const calibrationSchema = z.object({ slope: z.number(), offset: z.number() }).strict();

/** The weights of the scores that are combined into a text's: see `combineScores`. */
export const evidenceSchema = z
  .object({ text: z.number(), loudest: z.number(), found: z.number(), length: z.number() })
  .strict();
export type StoredScoreWeights = z.infer<typeof evidenceSchema>;
export const evidenceDefault: StoredScoreWeights = { text: 1, loudest: 0, found: 0, length: 0 };

/**
 * Thresholds of texts as the US site has them, where sentences that were rightly reported score -1.9 and more for their
 * topic, and the highest sentence of a plain sale -2.8.
 */
export const textThresholdDefaults = { surelyLawfulBelow: 0, sureFrom: 2, accusedTopicMin: -2 } as const;

export const weightsHeaderSchema = z
  .object({
    site: z.string(),
    /** SHA-256 of the corpus that the weights were trained on. */
    corpus: z.string(),
    featureVersion: z.number().int(),
    /** The value of a stored weight of 1. */
    violationUnit: z.number().positive(),
    topicUnit: z.number().positive(),
    violationBias: z.number(),
    /** A sentence scores `violation + topicShare * topic + companyShare * mean violation of the text's sentences`. */
    topicShare: z.number(),
    companyShare: z.number(),
    /** Fitted on scores out of fold. */
    calibration: calibrationSchema,
    /** The least sum of violation and mean score with which a threshold was reached; below it no topic is scored. */
    violationMin: z.number(),
    /** The model of whole texts. */
    text: z
      .object({
        unit: z.number().positive(),
        bias: z.number(),
        evidence: evidenceSchema.default(evidenceDefault),
        calibration: calibrationSchema,
        /** A text whose probability is lower reads as lawful throughout. */
        lawfulBelow: z.number(),
        /** A text whose probability is lower also clears claims that nothing in their own sentences speaks against. */
        surelyLawfulBelow: z.number().default(textThresholdDefaults.surelyLawfulBelow),
        /** From this probability on a text is flagged though no rule and no sentence was reported. */
        accusesFrom: z.number(),
        /** From this probability on a text is flagged though negations or contexts clear its sentences. */
        sureFrom: z.number().default(textThresholdDefaults.sureFrom),
        /** A flagged text is reported at sentences with at least this score for their topic. */
        accusedTopicMin: z.number().default(textThresholdDefaults.accusedTopicMin),
      })
      .strict(),
    topics: z.array(
      z
        .object({
          id: z.string(),
          bias: z.number(),
          /** Sentences are reported from this probability on; never when null, for lack of examples. */
          speaksFrom: z.number().nullable(),
        })
        .strict(),
    ),
    features: z.number().int().nonnegative(),
    topicWeights: z.number().int().nonnegative(),
  })
  .strict();

export type WeightsHeader = z.infer<typeof weightsHeaderSchema>;
