import { z } from 'zod';
import { riskTiers } from '../http/main-text-checks.ts';
import { localizedPrecedentSchema, precedentsMax } from '../http/precedents.ts';
import { riskKinds, severities } from '../http/text-checks.ts';
import { siteIds } from '../sites/index.ts';
import { request, scopeSchema } from './rows.ts';

/** A sentence by locale, in every locale of a site. */
export const localizedSchema = z.record(z.string());
export type Localized = z.infer<typeof localizedSchema>;

const tiered = {
  tier: z.enum(riskTiers).describe('On sites without tiers: STRICT for a violation, SOFT for a scene hint'),
  severity: z.enum(severities),
  tierReason: localizedSchema.nullable(),
  category: localizedSchema,
  legalRef: localizedSchema.nullable(),
  types: z.array(z.string()).describe('Which of the frame and detect types it belongs to'),
};

/** A finding of the rules in a passage; offsets as in text checks. */
const evaluatedFinding = z.object({
  ...tiered,
  ruleId: z.string().nullable(),
  topic: z.string(),
  kind: z.enum(riskKinds),
  tierLabel: localizedSchema.nullable(),
  source: z.enum(['rule', 'model']),
  start: z.number().int(),
  end: z.number().int(),
  matchedText: z.string(),
  suggestion: localizedSchema,
  replacement: z.string().nullable(),
  precedentIds: z
    .array(z.string())
    .max(precedentsMax)
    .optional()
    .describe('Ids in the `precedents` of the reply; absent where there are none'),
});
export type EvaluatedFinding = z.infer<typeof evaluatedFinding>;

/** A match of one of the account's own words. */
const evaluatedWord = z.object({
  matchedText: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  replacement: z.string().nullable(),
  note: z.string().nullable(),
});

/** The meaning of a detector's label in the pack of a site. */
const evaluatedLabel = z.object({
  ...tiered,
  label: z.string(),
  description: localizedSchema,
  tierLabel: localizedSchema.nullable().optional(),
  suggestion: localizedSchema.nullable().optional(),
});
export type EvaluatedLabel = z.infer<typeof evaluatedLabel>;

/** The pack that judged, as records store it. */
const packSchema = z.object({ id: z.string(), version: z.string(), contentHash: z.string() });

/** The maximum of passages and labels of one request. */
export const evaluateLimits = { passages: 200, passageLength: 20_000, labels: 50 } as const;

/** Requests of the media engine to the text engine, which alone has the rules. */
export const evaluateRequests = {
  /** Judges words of pictures and transcripts, and returns the meaning of detectors' labels. Stores nothing. */
  evaluate: request({
    subject: 'rpc.text.evaluate',
    request: z.object({
      scope: scopeSchema,
      medium: z.enum(['picture', 'voiceover']),
      place: z.object({
        platform: z.string(),
        vertical: z.string(),
        productVertical: z.string().nullable(),
        sceneMode: z.string().nullable(),
      }),
      passages: z
        .array(z.object({ id: z.string(), text: z.string().max(evaluateLimits.passageLength) }))
        .max(evaluateLimits.passages),
      labels: z.array(z.string()).max(evaluateLimits.labels),
    }),
    reply: z.object({
      pack: packSchema,
      passages: z.array(
        z.object({
          id: z.string(),
          findings: z.array(evaluatedFinding),
          customFindings: z.array(evaluatedWord),
        }),
      ),
      labels: z.array(evaluatedLabel),
      precedents: z
        .record(localizedPrecedentSchema)
        .optional()
        .describe('By id, each once; absent in replies of an engine of an older version'),
    }),
    timeoutMs: 10_000,
  }),
  /** Returns the labels that the pack of a site knows, for the prompt of a vision model. */
  labels: request({
    subject: 'rpc.text.labels',
    request: z.object({ siteId: z.enum(siteIds) }),
    reply: z.object({
      pack: packSchema,
      labels: z.array(
        z.object({
          label: z.string(),
          about: z.string().describe('When it is true of a picture, in English'),
          types: z.array(z.string()),
        }),
      ),
    }),
    timeoutMs: 3_000,
  }),
} as const;
