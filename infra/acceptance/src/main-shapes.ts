import { z } from 'zod';
import {
  count,
  creditCost,
  credits,
  customRuleShapes,
  pageOf,
  precedents,
  recordFailure,
  textId,
  time,
  usageThisMonth,
} from './shapes.ts';

/** The payloads of the main site, written from document 3 and not from the product's own contract. */
export const platforms = [
  'shortvideo_a',
  'shortvideo_b',
  'lifestyle_community',
  'messaging_video',
  'video_community',
  'shortdrama_platform',
] as const;
export const industryVerticals = [
  'general',
  'beauty',
  'ecommerce',
  'finance',
  'health',
  'food',
  'slimming',
] as const;
export const productVerticals = ['creator', 'duanju', 'touliu'] as const;
export const sceneModes = ['content', 'ad'] as const;
export const libraries = ['general', ...productVerticals] as const;

const object = z.literal('text_check');
const status = z.enum(['processing', 'completed', 'failed', 'cancelled']);
const riskLevel = z.enum(['PASS', 'REVIEW', 'REJECT']).nullable();
const fixStatus = z.literal('processing').nullable();

export const accepted = z.strictObject({
  id: textId,
  object,
  status: z.literal('processing'),
  creditCost,
});
export const deleted = z.strictObject({ id: textId, object, deleted: z.literal(true) });

const risk = z.strictObject({
  id: z.string().min(1),
  tier: z.enum(['STRICT', 'SOFT']),
  tierLabel: z.string().regex(/^[\u4e00-\u9fff]+$/),
  tierReason: z.string().regex(/[\u4e00-\u9fff]/),
  kind: z.enum(['violation', 'scene-hint']),
  matchedText: z.string(),
  startIndex: count,
  endIndex: count,
  category: z.string().regex(/[\u4e00-\u9fff]/),
  severity: z.enum(['high', 'medium', 'low']),
  suggestion: z.string().regex(/[\u4e00-\u9fff]/),
  legalRef: z.string().nullable(),
  source: z.enum(['rule', 'model']),
  folds: z.array(z.string()),
  precedents,
});

const customRisk = z.strictObject({
  matchedText: z.string(),
  startIndex: count,
  endIndex: count,
  replacement: z.string().nullable(),
  note: z.string().nullable(),
});

const considered = z.strictObject({
  ruleId: z.string(),
  matchedText: z.string(),
  startIndex: count,
  endIndex: count,
  reason: z.string().regex(/[\u4e00-\u9fff]/),
});

const fix = z.strictObject({
  version: z.number().int().min(1),
  strategy: z.enum(['rewrite', 'precise']),
  fixedText: z.string(),
  riskCount: count,
  accepted: z.boolean(),
  reason: z.enum(['risk_left', 'nothing_left']).optional(),
  createdAt: time,
});

export const textCheck = z.strictObject({
  id: textId,
  object,
  status,
  failure: recordFailure,
  productVertical: z.enum(productVerticals),
  platform: z.enum(platforms),
  industryVertical: z.enum(industryVerticals),
  sceneMode: z.enum(sceneModes),
  text: z.string(),
  riskLevel,
  summary: z.strictObject({ strict: count, soft: count, custom: count, semantic: count }),
  risks: z.array(risk),
  customRisks: z.array(customRisk),
  semanticLabels: z.array(z.string()),
  considered: z.array(considered),
  autoFix: z.boolean(),
  fixStatus,
  fixes: z.array(fix),
  createdAt: time,
  updatedAt: time,
});
export type MainTextCheck = z.infer<typeof textCheck>;

const textItem = z.strictObject({
  id: textId,
  object,
  status,
  failure: recordFailure,
  platform: z.enum(platforms),
  industryVertical: z.enum(industryVerticals),
  preview: z.string().max(100),
  riskLevel,
  riskCount: count,
  fixStatus,
  createdAt: time,
});

export const textList = pageOf(textItem);
export type MainTextList = z.infer<typeof textList>;

const industries = [
  'beauty',
  'finance',
  'health',
  'medical-beauty',
  'drug-health',
  'legal',
  'franchise',
  'occult',
  'education',
  'recruit',
  'realestate',
  'auto',
  'alcohol',
] as const;

export const noticeHit = z.strictObject({
  id: z.string().min(1),
  industry: z.enum(industries).nullable(),
  industryLabel: z.string().regex(/^[\u4e00-\u9fff]+$/),
  mechanism: z.enum(['qualification', 'report-white', 'filing', 'prohibited']),
  severity: z.enum(['high', 'normal']),
  requiredCredentials: z.array(
    z.strictObject({
      name: z.string().min(2),
      who: z.enum(['institution', 'individual', 'enterprise']).optional(),
      note: z.string().regex(/[\u4e00-\u9fff]/),
    }),
  ),
  userHint: z.string().regex(/[\u4e00-\u9fff]/),
  sourceNote: z.string().regex(/《.+》/),
  effectiveFrom: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  dismissKey: z.string().max(200),
  dismissable: z.boolean(),
  dismissed: z.boolean(),
  matchedBy: z.enum(['vertical', 'productVertical', 'keyword']),
});
export const notices = z.strictObject({ hits: z.array(noticeHit) });
export const done = z.strictObject({ ok: z.literal(true) });
export const dismissals = z.strictObject({ keys: z.array(z.string()) });

export const {
  customRule,
  customRuleList,
  customRuleDeleted,
  customRuleQuota,
  customRuleSettings,
  customRuleImport,
} = customRuleShapes('', { library: z.enum(libraries) });
export type MainCustomRule = z.infer<typeof customRule>;

export const account = z.strictObject({
  object: z.literal('account'),
  credits,
  subscription: z.strictObject({ plan: z.string(), isPaid: z.boolean() }),
  usageThisMonth,
});
export type MainAccount = z.infer<typeof account>;
