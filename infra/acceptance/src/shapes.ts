import { z } from 'zod';

/**
 * The payloads of the US site, and those that other sites share, written from the specification and not from the
 * product's own contract. Each is strict: an unknown field is an error, as a missing one is.
 */
export const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
export const count = z.number().int().min(0);
/** Why a record failed; null unless it has. */
export const recordFailure = z
  .strictObject({ code: z.string().regex(/^[a-z_]+$/), message: z.string().min(10) })
  .nullable();
/** The credits that a submission took. */
export const creditCost = count;
/** Builds the schema of an id: prefix and UUIDv7 in 26 characters of Crockford base 32. */
export const textId = z.string().regex(/^text_[0-7][0-9a-hjkmnp-tv-z]{25}$/);

/** Builds the list wrapper of document 1. */
export const pageOf = <T extends z.ZodTypeAny>(item: T) =>
  z.strictObject({
    object: z.literal('list'),
    page: z.number().int().min(1),
    pageSize: z.number().int().min(1).max(50),
    total: count,
    hasMore: z.boolean(),
    data: z.array(item),
  });

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

export const accepted = z.strictObject({
  id: textId,
  object,
  status: z.literal('processing'),
  creditCost,
});
export const deleted = z.strictObject({ id: textId, object, deleted: z.literal(true) });

/** Cases like a finding that agencies decided before 2025; at most two. */
export const precedents = z
  .array(
    z.strictObject({
      agency: z.string().min(2),
      date: z.string().regex(/^(?:19\d\d|20[01]\d|202[0-4])(?:-\d\d){0,2}$/),
      claim: z.string().min(5),
      outcome: z.string().min(2),
      link: z.string().regex(/^https?:\/\//),
    }),
  )
  .max(2);

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
  precedents,
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
  failure: recordFailure,
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
  failure: recordFailure,
  platform: z.enum(platforms),
  vertical: z.enum(verticals).nullable(),
  preview: z.string().max(100),
  riskLevel,
  riskCount: count,
  fixStatus,
  createdAt: time,
});

export const textList = pageOf(textItem);

export const ruleId = z.string().regex(/^rule_[0-7][0-9a-hjkmnp-tv-z]{25}$/);

/**
 * Builds the payloads of custom words of a site: the records of document 2 (document 4), and of document 3.
 * @param prefix begins the name of each object
 * @param more fields of a word on this site only
 */
export const customRuleShapes = <S extends z.ZodRawShape>(prefix: '' | 'intl_', more: S) => {
  const object = z.literal(`${prefix}custom_rule`);
  const customRule = z.strictObject({
    id: ruleId,
    object,
    keyword: z.string().min(1).max(100),
    matchType: z.enum(['keyword', 'phrase']),
    replacement: z.string().max(100).nullable(),
    note: z.string().max(200).nullable(),
    enabled: z.boolean(),
    ...more,
    createdAt: time,
    updatedAt: time,
  });
  return {
    customRule,
    customRuleList: z.strictObject({ object: z.literal('list'), data: z.array(customRule), total: count }),
    customRuleDeleted: z.strictObject({ id: ruleId, object, deleted: z.literal(true) }),
    customRuleQuota: z.strictObject({
      object: z.literal(`${prefix}custom_rule_quota`),
      used: count,
      limit: count,
      isPaid: z.boolean(),
    }),
    customRuleSettings: z.strictObject({
      object: z.literal(`${prefix}custom_rule_settings`),
      enabled: z.boolean(),
    }),
    customRuleImport: z.strictObject({
      object: z.literal(`${prefix}custom_rule_import_result`),
      total: count,
      imported: count,
      skippedDuplicate: count,
      rejectedQuota: count,
    }),
  };
};

export const {
  customRule,
  customRuleList,
  customRuleDeleted,
  customRuleQuota,
  customRuleSettings,
  customRuleImport,
} = customRuleShapes('intl_', {});
export type CustomRule = z.infer<typeof customRule>;

export const credits = z.strictObject({
  total: count,
  subscription: count,
  activity: count,
  booster: count,
  expiringSoon: z.strictObject({ amount: z.number().int().min(1), expiresAt: time }).nullable(),
});

export const usageThisMonth = z.strictObject({
  since: time,
  textChecks: count,
  videoChecks: count,
  imageChecks: count,
  batches: count,
});

export const account = z.strictObject({
  object: z.string(),
  country: z.literal('us'),
  credits,
  subscription: z.strictObject({ plan: z.string(), isPaid: z.boolean(), renewsAt: time.nullable() }),
  usageThisMonth,
});
export type Account = z.infer<typeof account>;

const failureFields = {
  success: z.literal(false),
  error: z.string().min(1),
  code: z.string().regex(/^[a-z]+(_[a-z]+)*$/),
  requestId: z.string().min(1),
};

const issue = z.strictObject({ path: z.string(), message: z.string().min(1) });

/** The body of an error response; that of a 402 has both numbers. */
export const failure = (httpStatus: number) =>
  httpStatus === 402
    ? z.strictObject({ ...failureFields, requiredCredits: count, currentBalance: count })
    : z.strictObject({
        ...failureFields,
        ...(httpStatus === 400 && { issues: z.array(issue).min(1).max(50).optional() }),
        ...(httpStatus === 403 && { requiredPlan: z.string().min(1).optional() }),
      });

/** Builds the envelope of a successful answer. */
export const success = z.strictObject({ success: z.literal(true), data: z.unknown() });
