import { z } from 'zod';
import { failureField } from '../failures.ts';
import { main } from '../sites/main.ts';
import { choiceSchema, flagSchema, textSchema } from '../strings.ts';
import { pagingSchema } from './envelope.ts';
import { precedentList } from './precedents.ts';
import { creditCostField, recordCreditCost } from './quotes.ts';
import {
  consideredList,
  customRiskSchema,
  riskKinds,
  severities,
  textPlace,
  textRiskSchema,
} from './text-checks.ts';

export const mainRiskLevels = ['PASS', 'REVIEW', 'REJECT'] as const;
export const riskTiers = ['STRICT', 'SOFT'] as const;
export const fixStrategies = ['rewrite', 'precise'] as const;
export const fixModes = ['content', 'ad'] as const;
const statuses = ['processing', 'completed', 'failed', 'cancelled'] as const;
const sources = ['rule', 'model'] as const;
const { platforms, industryVerticals, productVerticals, sceneModes, objects } = main;

/** Body of a submission. */
export const mainTextCheckBody = z.object({
  text: textSchema('text', 10, 5000),
  platform: choiceSchema('platform', platforms),
  industryVertical: choiceSchema('industryVertical', industryVerticals),
  productVertical: choiceSchema('productVertical', productVerticals).default(productVerticals[0]),
  sceneMode: choiceSchema('sceneMode', sceneModes).default(sceneModes[0]),
  autoFix: flagSchema('autoFix')
    .default(false)
    .describe('Rewrites the text after the check, at extra credits'),
});

/** Body of a rewrite; all fields are optional. */
export const mainFixBody = z
  .object({
    strategy: choiceSchema('strategy', fixStrategies)
      .default(fixStrategies[0])
      .describe('rewrite: the whole text; precise: only what is at risk, with as little change as possible'),
    mode: choiceSchema('mode', fixModes)
      .default(fixModes[0])
      .describe('ad is more restrained: what is only to be borne in mind goes as well'),
  })
  .nullish()
  .transform((body) => body ?? { strategy: fixStrategies[0], mode: fixModes[0] });

/** Answer to an accepted rewrite; its result is part of the check. */
export const mainFixAccepted = z.object({
  id: z.string().describe('Of the check'),
  object: z.literal(objects.textCheck),
  fixStatus: z.literal('processing'),
  creditCost: creditCostField,
});

const keyword = textSchema('keyword', 0, 100);

/** Query of the list; all filters that are given must match. */
export const mainTextCheckQuery = pagingSchema.extend({
  productVertical: choiceSchema('productVertical', productVerticals).optional(),
  platform: choiceSchema('platform', platforms).optional(),
  keyword: keyword
    .describe(
      'Part of the text; case makes no difference. Looked for in the newest 20,000 checks that the other filters leave',
    )
    .optional(),
});

/** One risk, explained in Chinese. */
export const mainTextRiskSchema = z.object({
  id: z.string(),
  tier: z
    .enum(riskTiers)
    .describe('STRICT breaks the law or a hard platform rule and counts; SOFT reduces distribution'),
  tierLabel: z.string(),
  tierReason: z.string(),
  kind: z.enum(riskKinds).describe('A scene hint is only to be borne in mind and never counts'),
  severity: z.enum(severities),
  matchedText: z.string(),
  ...textPlace,
  category: z.string(),
  suggestion: z.string(),
  legalRef: z.string().nullable(),
  source: z.enum(sources),
  folds: textRiskSchema.shape.folds,
  precedents: precedentList,
});

export const mainSummarySchema = z.object({
  strict: z.number().int().describe('Risks of tier STRICT'),
  soft: z.number().int().describe('Risks of tier SOFT'),
  custom: z.number().int().describe('Matches of your own words; they never count toward `riskLevel`'),
  semantic: z.number().int(),
});

const rewriteRefusals = ['risk_left', 'nothing_left'] as const;

/** One rewrite of a check. */
export const mainFixSchema = z.object({
  version: z.number().int().min(1),
  strategy: z.enum(fixStrategies),
  fixedText: z.string(),
  riskCount: z.number().int().describe('Risks that a check of the new text has left'),
  accepted: z
    .boolean()
    .describe('Whether nothing STRICT or SOFT is left, and something lawful of substance is'),
  reason: z
    .enum(rewriteRefusals)
    .optional()
    .describe('Why it is not accepted: risks are left, or nothing lawful of substance is'),
  createdAt: z.string().datetime(),
});

const head = {
  id: z.string(),
  status: z.enum(statuses),
  failure: failureField,
  riskLevel: z.enum(mainRiskLevels).nullable(),
  fixStatus: z.literal('processing').nullable().describe('Null when no rewrite runs'),
  createdAt: z.string().datetime(),
};

const body = {
  productVertical: z.string(),
  text: z.string(),
  sceneMode: z.string(),
  summary: mainSummarySchema,
  risks: z.array(mainTextRiskSchema),
  customRisks: z.array(customRiskSchema),
  semanticLabels: z.array(z.string()),
  considered: consideredList,
  autoFix: z.boolean(),
  fixes: z.array(mainFixSchema).describe('Ascending by version'),
  creditCost: recordCreditCost,
  updatedAt: z.string().datetime(),
};

const entry = { preview: z.string().max(100), riskCount: z.number().int() };
const stored = { object: z.string(), platform: z.string(), industryVertical: z.string() };
const shown = {
  object: z.literal(objects.textCheck),
  platform: z.enum(platforms),
  industryVertical: z.enum(industryVerticals),
};

/** A text check. */
export const mainTextCheckRecord = z.object({
  ...head,
  ...body,
  ...shown,
  productVertical: z.enum(productVerticals),
  sceneMode: z.enum(sceneModes),
});
/** A text check in a list. */
export const mainTextCheckItem = z.object({ ...head, ...shown, ...entry });

/** The same as they are sent between services, after the gateway has validated them. */
export const anyMainTextCheckBody = z.object({
  text: z.string(),
  platform: z.string(),
  industryVertical: z.string(),
  productVertical: z.string(),
  sceneMode: z.string(),
  autoFix: z.boolean(),
});
export const anyMainTextCheckRecord = z.object({ ...head, ...body, ...stored });
export const anyMainTextCheckItem = z.object({ ...head, ...stored, ...entry });
