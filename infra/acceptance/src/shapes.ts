import { z } from 'zod';

/**
 * The payloads of the US site, written from the specification and not from the product's own contract. Each is strict:
 * a field too many is as wrong as one that is missing.
 */
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const count = z.number().int().min(0);
/** Prefix and UUIDv7 in 26 characters of Crockford base 32. */
export const textId = z.string().regex(/^text_[0-7][0-9a-hjkmnp-tv-z]{25}$/);

export const platforms = [
  'shortvideo_us',
  'marketplace_us',
  'dtc_us',
  'social_ads',
  'search_ads',
  'shortvideo_ads',
] as const;
export const verticals = [
  'general',
  'beauty',
  'health',
  'supplement',
  'weight_loss',
  'baby',
  'apparel',
  'jewelry',
  'home',
  'pet',
] as const;

const status = z.enum(['processing', 'completed', 'failed']);
const riskLevel = z.enum(['safe', 'low', 'medium', 'high']).nullable();
const fixStatus = z.enum(['processing', 'completed', 'failed']).nullable();
const object = z.literal('intl_text_check');

export const accepted = z.strictObject({ id: textId, object, status: z.literal('processing') });
export const deleted = z.strictObject({ id: textId, object, deleted: z.literal(true) });

const risk = z.strictObject({
  id: z.string().nullable(),
  kind: z.enum(['violation', 'scene-hint']),
  severity: z.enum(['high', 'medium', 'low']),
  matchedText: z.string(),
  startIndex: z.number().int().min(-1),
  endIndex: z.number().int().min(-1),
  category: z.string().nullable(),
  suggestion: z.string().nullable(),
  legalRef: z.string().nullable(),
  source: z.enum(['rule', 'model', 'custom']),
  folds: z.array(z.string()),
});

const customRisk = z.strictObject({
  matchedText: z.string(),
  startIndex: z.number().int().min(-1),
  endIndex: z.number().int().min(-1),
  replacement: z.string().nullable(),
  note: z.string().nullable(),
});

const letPass = z.strictObject({
  ruleId: z.string(),
  matchedText: z.string(),
  startIndex: z.number().int().min(0),
  endIndex: z.number().int().min(0),
  reason: z.string().min(10),
});

export const textCheck = z.strictObject({
  id: textId,
  object,
  status,
  platform: z.enum(platforms),
  vertical: z.enum(verticals),
  text: z.string(),
  riskLevel,
  summary: z.strictObject({ violation: count, sceneHint: count, custom: count, semantic: count }),
  risks: z.array(risk),
  customRisks: z.array(customRisk),
  semanticLabels: z.array(z.string()),
  considered: z.array(letPass).max(50),
  fixStatus,
  fixedText: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
});
export type TextCheck = z.infer<typeof textCheck>;

const textItem = z.strictObject({
  id: textId,
  object,
  status,
  platform: z.enum(platforms),
  vertical: z.enum(verticals).nullable(),
  preview: z.string().max(100),
  riskLevel,
  riskCount: count,
  fixStatus,
  createdAt: time,
});

export const textList = z.strictObject({
  object: z.literal('list'),
  page: z.number().int().min(1),
  pageSize: z.number().int().min(1).max(50),
  total: count,
  hasMore: z.boolean(),
  data: z.array(textItem),
});

/** Words of the US site: the records of document 2 (document 4). */
export const ruleId = z.string().regex(/^rule_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
const ruleObject = z.literal('intl_custom_rule');

export const customRule = z.strictObject({
  id: ruleId,
  object: ruleObject,
  keyword: z.string().min(1).max(100),
  matchType: z.enum(['keyword', 'phrase']),
  replacement: z.string().max(100).nullable(),
  note: z.string().max(200).nullable(),
  enabled: z.boolean(),
  createdAt: time,
  updatedAt: time,
});
export type CustomRule = z.infer<typeof customRule>;

export const customRuleList = z.strictObject({
  object: z.literal('list'),
  data: z.array(customRule),
  total: count,
});
export const customRuleDeleted = z.strictObject({ id: ruleId, object: ruleObject, deleted: z.literal(true) });
export const customRuleQuota = z.strictObject({
  object: z.literal('intl_custom_rule_quota'),
  used: count,
  limit: count,
  isPaid: z.boolean(),
});
export const customRuleSettings = z.strictObject({
  object: z.literal('intl_custom_rule_settings'),
  enabled: z.boolean(),
});
export const customRuleImport = z.strictObject({
  object: z.literal('intl_custom_rule_import_result'),
  total: count,
  imported: count,
  skippedDuplicate: count,
  rejectedQuota: count,
});

export const account = z.strictObject({
  object: z.string(),
  country: z.literal('us'),
  credits: z.strictObject({
    total: count,
    subscription: count,
    activity: count,
    booster: count,
    expiringSoon: z.strictObject({ amount: z.number().int().min(1), expiresAt: time }).nullable(),
  }),
  subscription: z.strictObject({ plan: z.string(), isPaid: z.boolean(), renewsAt: time.nullable() }),
  usageThisMonth: z.strictObject({
    since: time,
    textChecks: count,
    videoChecks: count,
    imageChecks: count,
    batches: count,
  }),
});
export type Account = z.infer<typeof account>;

const failureFields = {
  success: z.literal(false),
  error: z.string().min(1),
  code: z.string().regex(/^[a-z]+(_[a-z]+)*$/),
  requestId: z.string().min(1),
};

/** The body of a failure; that of a 402 says both numbers. */
export const failure = (httpStatus: number) =>
  httpStatus === 402
    ? z.strictObject({ ...failureFields, requiredCredits: count, currentBalance: count })
    : z.strictObject(failureFields);

/** The envelope of a success. */
export const success = z.strictObject({ success: z.literal(true), data: z.unknown() });
