import { severities } from '@redline/contracts';
import { z } from 'zod';
import { localized, tiers } from './schema.ts';

/** The schema of the two files of a pack that concern pictures. docs/rule-reference.md explains them to authors. */

/** The types of a finding on a picture or a frame, by the names of the contract (document 3, `frameTypes`). */
const types = z
  .array(z.enum(['OCR', 'BEHAVIOR', 'AD', 'POLITICS', 'VIOLENCE', 'PORN', 'LOGO', 'PERSON']))
  .min(1);

const topicName = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** `pictures.yaml`: which topics apply to words read off a picture; what no entry names does not. */
export const pictureFileSchema = z
  .object({
    topics: z
      .array(
        z
          .object({
            topics: z.array(topicName).min(1),
            types,
            /** Replaces the tier of the rules, SOFT for what is shown and does not count toward the verdict. */
            tier: z.enum(tiers).optional(),
            /** Rules of these topics that say too much of a few words. */
            without: z.array(z.string()).default([]),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();

/** `detectors.yaml`: what may be seen on a picture, and what that means on this site. */
export const detectorFileSchema = z
  .object({
    labels: z
      .array(
        z
          .object({
            label: z.string().regex(/^[a-z][a-z0-9-]*$/),
            /** For a vision model: when the label is true of a picture, in one English sentence. */
            about: z.string().min(10).max(300),
            types,
            tier: z.enum(tiers),
            severity: z.enum(severities),
            category: localized,
            description: localized,
            suggestion: localized,
            tierReason: localized.optional(),
            citations: z.array(z.string()).default([]),
          })
          .strict(),
      )
      .min(1)
      .max(50),
  })
  .strict();
