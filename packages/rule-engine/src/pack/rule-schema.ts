import { riskKinds, severities } from '@redline/contracts';
import { z } from 'zod';
import { fixSchema } from './fix-schema.ts';
import { clearings, contextSchema, id, localized, patterns, tiers } from './schema.ts';

/** When the reviewer may drop what a rule found in a text that reads like lawful copy. */
export const reviewDrops = ['always', 'distanced', 'never'] as const;
export type ReviewDrop = (typeof reviewDrops)[number];

/** An example in full also says where it would be published, by the names of the pack's dimensions. */
const exampleSchema = z.union([
  z.string().min(3),
  z
    .object({
      text: z.string().min(3),
      span: z.string().optional(),
      /** Of a policy row: why it is not judged so yet. It is kept, counted, and must go once it is. */
      unmet: z.string().optional(),
    })
    .catchall(z.string()),
]);
export type RawExample = z.infer<typeof exampleSchema>;

/** The fields of every rule and of every policy row that finds. */
export const shared = {
  id,
  severity: z.enum(severities),
  risk: z.enum(riskKinds).default('violation'),
  tier: z.enum(tiers).optional(),
  tierReason: localized.optional(),
  /** Places, by dimension, where it is a scene hint. */
  hintIn: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  where: z.enum(['anywhere', 'title']).default('anywhere'),
  category: localized,
  suggestion: localized,
  citations: z.array(z.string()).min(1),
  needs: contextSchema.optional(),
  /** In a slogan, which leaves out what it speaks of, `needs` is presumed. */
  presumed: z.boolean().default(false),
  unless: contextSchema.optional(),
  exemptions: z.array(z.string()).default([]),
  clearedBy: z.array(z.enum(clearings)).optional(),
  reviewMayDrop: z.enum(reviewDrops).default('always'),
  /** Found only where the words are disguised: who disguises them knows that they may not be said. */
  disguised: z.boolean().default(false),
  span: z.enum(['hit', 'clause', 'sentence']).default('clause'),
  fix: fixSchema.optional(),
  hit: z.array(exampleSchema).min(2),
  miss: z.array(exampleSchema).min(2),
};

/** The rules of a topic, by their kinds. */
export const ruleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phrase'), match: patterns, ...shared }).strict(),
  z.object({ kind: z.literal('pattern'), match: patterns, ...shared }).strict(),
  z
    .object({
      kind: z.literal('near'),
      all: z.array(patterns).min(2).max(4),
      within: z.union([
        z.object({ words: z.number().int().min(1).max(80) }).strict(),
        z.object({ sentences: z.number().int().min(1).max(8) }).strict(),
        z.literal('text'),
      ]),
      ordered: z.boolean().default(false),
      report: z.union([z.literal('all'), z.number().int().min(0)]).default('all'),
      without: patterns.optional(),
      ...shared,
    })
    .strict(),
  z.object({ kind: z.literal('regex'), match: patterns, gate: patterns, ...shared }).strict(),
  z
    .object({
      kind: z.literal('missing'),
      when: patterns,
      requires: patterns,
      /** The statement to add, in every locale of the pack. */
      insert: localized,
      ...shared,
    })
    .strict(),
  z
    .object({
      kind: z.literal('implied'),
      subject: patterns,
      neutral: patterns.optional(),
      outcome: patterns,
      signs: z
        .array(
          z
            .object({
              weight: z.number().int().min(1).max(3),
              at: z.enum(['result', 'time', 'story', 'credit']),
              match: patterns,
            })
            .strict(),
        )
        .default([]),
      threshold: z.number().int().min(1).max(12),
      sentences: z.number().int().min(1).max(60),
      ...shared,
    })
    .strict(),
  z
    .object({
      kind: z.literal('learned'),
      ...shared,
      hit: z.array(exampleSchema).default([]),
      miss: z.array(exampleSchema).default([]),
    })
    .strict(),
]);
