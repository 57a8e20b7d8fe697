import { z } from 'zod';
import { clearings, localized, names } from './schema.ts';

/** One of the things that say where a text is published. Rules narrow it in their own `field`. */
const dimensionSchema = z
  .object({
    field: z.string().regex(/^[a-z][A-Za-z]*$/),
    values: z.array(z.string()).min(1),
    /** The value of a text of no particular kind, and which rules of single kinds it runs: all, or none but its own. */
    general: z
      .object({ value: z.string(), runs: z.enum(['every', 'own']) })
      .strict()
      .optional(),
    /** The value of a text that says none; without it such a text runs the rules of all values. */
    unsaid: z.string().optional(),
  })
  .strict();

const tierSchema = z
  .object({
    label: localized,
    /** Labels in single values of a dimension. */
    labelIn: z.record(z.string(), z.record(z.string(), localized)).default({}),
    /** The clearings of its rules where these name none. */
    clearedBy: z.array(z.enum(clearings)).default([...clearings]),
  })
  .strict();

/**
 * The causes for which a match is lawful: a turn of speech, a word that means something else, words that the rule excepts or
 * misses around it, what the reviewer makes of the whole text, a claim that is only mentioned or that the policy allows, or
 * one of the pack's exemptions.
 */
export const letPassReasons = [
  ...clearings,
  'idiom',
  'unless',
  'needs',
  'review',
  'mentioned',
  'policy',
  'exemption',
] as const;
type LetPassReason = (typeof letPassReasons)[number];

export const packMetaSchema = z
  .object({
    id: z.string(),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    language: z.enum(['en', 'id', 'zh']),
    locales: z.array(z.string()).min(1),
    /** The locale that citations carry a gloss in. */
    glossLocale: z.string().nullable(),
    dimensions: z.record(z.string(), dimensionSchema),
    /** What is sold in a place: for values of dimensions, names of goods of the claim types. */
    goods: z.record(z.string(), z.record(z.string(), names)).default({}),
    /** Where rules have tiers the verdict goes by them: REJECT, REVIEW or PASS instead of a severity. */
    tiers: z.object({ STRICT: tierSchema, SOFT: tierSchema }).strict().optional(),
    /** Why a hit was let pass, as it is said to people: `{category}` is what it looked like, `{exemption}` its reason. */
    reasons: z
      .object(
        Object.fromEntries(letPassReasons.map((reason) => [reason, localized])) as Record<
          LetPassReason,
          typeof localized
        >,
      )
      .strict(),
  })
  .strict();
export type PackMeta = z.infer<typeof packMetaSchema>;
