import { z } from 'zod';

/** What is decided or published later measures us in other hands, and stays out of here. */
export const decidedBefore = '2025-01-01';

const day = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);
/** Who collects rows writes a dash for nothing. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text === '-' ? null : text));

const spanSchema = z.object({
  /** The shortest piece of the text that carries the claim. */
  quote: z.string().min(1),
  topic: z.string(),
  /** Claim types. */
  types: z.array(z.string()),
});

const described = {
  id: z.string().regex(/^[a-z]+-\d{4,5}$/),
  /** A recalled case was never opened: it may train, and never measures. */
  status: z.enum(['opened', 'recalled']),
  lawful: z.boolean(),
  agency: z.string().min(2),
  date: day,
  /** The respondent; of a lawful wording, who says it or nobody. */
  who: optionalText,
  /** The announcement or page that it came from, by a short name that its cases share. */
  series: optionalText,
  product: z.string().min(2),
  sold: z.string(),
  /** What is claimed, in one English sentence; a lawful text may go without. */
  claim: optionalText,
  outcome: optionalText,
  law: optionalText,
  /** Restated in our own words. */
  text: z.string().min(8),
  /** Of a lawful text: the topic it comes close to, who calls it lawful, the claim types it makes. */
  near: optionalText,
  why: optionalText,
  made: z.array(z.string()).optional(),
  /** Id of the case that this one is the twin of, such as a text and its corrected form. */
  twin: optionalText,
};

/** A row as it is collected: with the words of the passage, and dimensions by their names or as `vertical`. */
export const rawCaseSchema = z
  .object({
    ...described,
    spans: z.array(spanSchema),
    source: z.object({ url: z.string().url(), opened: day, passage: z.string().min(8) }).nullish(),
  })
  .catchall(z.unknown());

/** A case as the corpus keeps it: the passage by its hash alone, the level that its topics usually have written down. */
export const caseSchema = z
  .object({
    ...described,
    /** A value for each dimension of the pack that has no default. */
    place: z.record(z.string(), z.string()),
    spans: z.array(
      spanSchema
        .extend({ severity: z.enum(['low', 'medium', 'high']), tier: z.enum(['STRICT', 'SOFT']).nullable() })
        .strict(),
    ),
    source: z
      .object({ url: z.string().url(), opened: day, passageSha256: z.string().regex(/^[0-9a-f]{64}$/) })
      .strict()
      .nullable(),
  })
  .strict();

export type RawCase = z.infer<typeof rawCaseSchema>;
/** A case that an agency decided, or a wording that one accepts, restated as copy. */
export type Case = z.infer<typeof caseSchema>;
