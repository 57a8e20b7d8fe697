import { z } from 'zod';

/** What the schemas of several files of a pack share. docs/rule-reference.md explains each field to authors. */

export const id = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/, 'lower case words joined by "-" and "."');

export const localized = z.record(z.string(), z.string().min(1));
export const patterns = z.array(z.string().min(1)).min(1);
export const names = patterns;

/** Patterns by the place where one must match, relative to the finding; one match in one place is enough. */
const contextPlacesSchema = z
  .object({
    overlapping: patterns.optional(),
    sentence: patterns.optional(),
    nearby: patterns.optional(),
    within: z
      .object({ sentences: z.number().int().min(2).max(12), match: patterns })
      .strict()
      .optional(),
    text: patterns.optional(),
  })
  .strict();
/** One context, or several that must all hold. */
export const contextSchema = z.union([contextPlacesSchema, z.array(contextPlacesSchema).min(2).max(4)]);

/** The ways in which a sentence can take back what its words say; a rule may narrow the list. */
export const clearings = ['negation', 'rejection', 'question', 'conditional', 'teaching'] as const;
export type Clearing = (typeof clearings)[number];

/** STRICT breaks the law or a platform's hard rules, SOFT costs reach; see the pack's `tiers`. */
export const tiers = ['STRICT', 'SOFT'] as const;
export type Tier = (typeof tiers)[number];
