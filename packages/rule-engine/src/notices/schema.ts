import {
  credentialHolders,
  type NoticeIndustry,
  noticeIndustries,
  noticeMechanisms,
  noticeSeverities,
} from '@redline/contracts';
import { z } from 'zod';
import { contextSchema } from '../pack/schema.ts';

/** The schema of the YAML files of a site's notices. docs/rule-reference.md explains each field to authors. */

/** Industries that may be declared and call for nothing. */
export const silentIndustries: ReadonlySet<NoticeIndustry> = new Set([
  'general',
  'other',
  'ecommerce',
  'slimming',
]);

const patterns = z.array(z.string().min(1)).min(1);
const industry = z
  .enum(noticeIndustries)
  .refine((value) => !silentIndustries.has(value), 'this industry never calls for a notice');

const credentialSchema = z
  .object({
    name: z.string().min(2),
    who: z.enum(credentialHolders).optional(),
    note: z.string().min(2),
  })
  .strict();

export const noticeSchema = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/, 'lower case words joined by "-" and "."'),
    industry: industry.optional(),
    /** A product line whose content calls for it, whatever its industry. */
    productLine: z.string().optional(),
    /** The places where it applies; everywhere when left out. Of two for one subject the one of the platform is listed. */
    platforms: z.array(z.string()).min(1).optional(),
    label: z.string().min(2).max(40),
    mechanism: z.enum(noticeMechanisms),
    severity: z.enum(noticeSeverities),
    credentials: z.array(credentialSchema),
    userHint: z.string().min(10),
    /** The first one says since when. */
    citations: z.array(z.string()).min(1),
  })
  .strict()
  .refine(
    (notice) => (notice.industry === undefined) !== (notice.productLine === undefined),
    'a notice belongs either to an industry or to a product line',
  )
  .refine(
    (notice) => (notice.mechanism === 'prohibited') === (notice.credentials.length === 0),
    'credentials are listed unless there is no way in',
  );
export const noticeFileSchema = z.object({ notices: z.array(noticeSchema).min(1) }).strict();
export type RawNotice = z.infer<typeof noticeSchema>;

/** A text and what stands in it without being meant. */
const droppedSchema = z
  .object({ text: z.string().min(4), keywords: z.array(z.string().min(1)).min(1) })
  .strict();

export const keywordFileSchema = z
  .object({
    industry,
    /** Words that offer something of the industry by themselves. */
    offers: patterns,
    /** Words that only name something of it: somebody must be offering besides. */
    names: patterns,
    /** Ways of offering it, beside those that are common to all industries. */
    offering: patterns,
    /** A context in which the words mean something else. */
    unless: contextSchema.optional(),
    /** Frames of `confirmation.yaml` in which the words are meant all the same. */
    standsIn: z.array(z.string()).default([]),
    hit: z.array(z.string().min(4)).min(3),
    dropped: z.array(droppedSchema).min(3),
  })
  .strict();
export type RawKeywords = z.infer<typeof keywordFileSchema>;

export const confirmationSchema = z
  .object({
    offering: patterns,
    /** Product lines whose texts tell stories. */
    storyLines: z.array(z.string()),
    /** Right after a name they make it an attribute of something else: `医生同款`, `汽车挂件`. */
    modified: patterns,
    /** Contexts in which no keyword of any industry is meant, by the reason. */
    frames: z.record(z.string().regex(/^[a-z][a-z-]*$/), contextSchema),
  })
  .strict();
