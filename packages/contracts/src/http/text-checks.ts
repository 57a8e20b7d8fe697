import { z } from 'zod';
import { failureField } from '../failures.ts';
import type { InternationalSite } from '../sites/site.ts';
import { choiceSchema, textSchema } from '../strings.ts';
import { precedentList } from './precedents.ts';
import { creditCostField, recordCreditCost } from './quotes.ts';

export const checkStatuses = ['processing', 'completed', 'failed'] as const;
export const textRiskLevels = ['safe', 'low', 'medium', 'high'] as const;
export const severities = ['high', 'medium', 'low'] as const;
export const riskKinds = ['violation', 'scene-hint'] as const;
export const riskSources = ['rule', 'model', 'custom'] as const;
const fixStatuses = ['processing', 'completed', 'failed'] as const;

const startIndex = z.number().int().describe('UTF-16 offset into `text`, inclusive; -1 when it has no place');
const endIndex = z.number().int().describe('UTF-16 offset into `text`, exclusive; -1 when it has no place');

/** The offsets of a finding; -1 if it has none. */
export const textPlace = { startIndex, endIndex };

/** One risk, in the locale that the check was submitted with. */
export const textRiskSchema = z.object({
  id: z.string().nullable(),
  kind: z.enum(riskKinds),
  severity: z.enum(severities),
  matchedText: z.string(),
  startIndex,
  endIndex,
  category: z.string().nullable(),
  suggestion: z.string().nullable(),
  legalRef: z.string().nullable(),
  source: z.enum(riskSources),
  folds: z
    .array(z.string())
    .describe('Disguises that were seen through to find it, such as `leet` or `homophone`; most have none'),
  precedents: precedentList,
});

/** A match of one of the account's own words; never counts toward `riskLevel`. */
export const customRiskSchema = z.object({
  matchedText: z.string(),
  startIndex,
  endIndex,
  replacement: z.string().nullable(),
  note: z.string().nullable(),
});

/** The maximum of entries of `considered`. */
export const consideredMax = 50;

/** A candidate that was judged to be no risk, and why; it counts nowhere. */
export const consideredSchema = z.object({
  ruleId: z.string().describe('The rule that looked at it'),
  matchedText: z.string(),
  startIndex,
  endIndex,
  reason: z.string().describe('Why it is no risk here, a sentence in the language of the explanations'),
});

/** The field of the record of every site. */
export const consideredList = z
  .array(consideredSchema)
  .max(consideredMax)
  .describe('What looked like a risk and was let pass, in text order; each place once, the first 50');

/** Counts of findings. */
export const textSummarySchema = z.object({
  violation: z.number().int(),
  sceneHint: z.number().int(),
  custom: z.number().int(),
  semantic: z.number().int(),
});

/** Builds the answer to an accepted rewrite; its result is part of the check. */
export function fixAccepted(object: string) {
  return z.object({
    id: z.string().describe('Of the check'),
    object: z.literal(object),
    fixStatus: z.literal('processing'),
    creditCost: creditCostField,
  });
}

/** Builds the body of a submission on one site. */
export function textCheckBody(site: InternationalSite) {
  return z.object({
    text: textSchema('text', 10, 5000),
    platform: choiceSchema('platform', site.platforms),
    vertical: choiceSchema('vertical', site.verticals),
    explainLocale: choiceSchema('explainLocale', site.locales).default(site.locales[0]),
  });
}

/** Builds the fields of a text check that differ between sites. */
interface TextCheckParts<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny> {
  readonly object: O;
  readonly platform: P;
  readonly vertical: V;
}

function head<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: TextCheckParts<O, P, V>,
) {
  return {
    id: z.string(),
    object: parts.object,
    status: z.enum(checkStatuses),
    failure: failureField,
    platform: parts.platform,
    vertical: parts.vertical,
    riskLevel: z.enum(textRiskLevels).nullable(),
    fixStatus: z.enum(fixStatuses).nullable(),
    createdAt: z.string().datetime(),
  };
}

function record<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: TextCheckParts<O, P, V>,
) {
  return z.object({
    ...head(parts),
    text: z.string(),
    summary: textSummarySchema,
    risks: z.array(textRiskSchema),
    customRisks: z.array(customRiskSchema),
    semanticLabels: z.array(z.string()),
    considered: consideredList,
    fixedText: z.string().nullable(),
    creditCost: recordCreditCost,
    updatedAt: z.string().datetime(),
  });
}

function item<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: TextCheckParts<O, P, V>,
) {
  return z.object({ ...head(parts), preview: z.string().max(100), riskCount: z.number().int() });
}

/** Builds a text check as one site renders it. */
export function textCheckRecord(site: InternationalSite) {
  return record({
    object: z.literal(site.objects.textCheck),
    platform: z.enum(site.platforms),
    vertical: z.enum(site.verticals),
  });
}

/** Builds a text check in a list, as one site renders it. */
export function textCheckItem(site: InternationalSite) {
  return item({
    object: z.literal(site.objects.textCheck),
    platform: z.enum(site.platforms),
    vertical: z.enum(site.verticals).nullable(),
  });
}

const ofAnySite = { object: z.string(), platform: z.string(), vertical: z.string() };

/**
 * A submission, record and list item of any site as they are sent between services, after the gateway has validated
 * them.
 */
export const anyTextCheckBody = z.object({
  text: z.string(),
  platform: z.string(),
  vertical: z.string(),
  explainLocale: z.string(),
});
export const anyTextCheckRecord = record(ofAnySite).extend({
  risks: z.array(textRiskSchema.extend({ folds: textRiskSchema.shape.folds.default([]) })),
  // Absent in replies of an engine of an older version.
  considered: consideredList.default([]),
});
export const anyTextCheckItem = item({ ...ofAnySite, vertical: z.string().nullable() });
