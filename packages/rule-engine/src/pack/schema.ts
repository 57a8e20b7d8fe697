import { riskKinds, severities } from '@redline/contracts';
import { z } from 'zod';

/** The schema of the YAML files of a pack. docs/rule-reference.md explains each field to authors. */

const id = z.string().regex(/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/, 'lower case words joined by "-" and "."');
/** When the reviewer may drop what a rule found in a text that reads like lawful copy. */
export const reviewDrops = ['always', 'distanced', 'never'] as const;
export type ReviewDrop = (typeof reviewDrops)[number];

export const localized = z.record(z.string(), z.string().min(1));
const patterns = z.array(z.string().min(1)).min(1);
const names = patterns;

/** Patterns by the place where one must match, relative to the finding; one match in one place is enough. */
const contextPlacesSchema = z
  .object({
    sentence: patterns.optional(),
    nearby: patterns.optional(),
    within: z
      .object({ sentences: z.number().int().min(2).max(12), match: patterns })
      .strict()
      .optional(),
    text: patterns.optional(),
  })
  .strict();
/** One context, or several that must all hold. */
export const contextSchema = z.union([contextPlacesSchema, z.array(contextPlacesSchema).min(2).max(4)]);

/** The ways in which a sentence can take back what its words say; a rule may narrow the list. */
export const clearings = ['negation', 'rejection', 'question', 'conditional', 'teaching'] as const;
export type Clearing = (typeof clearings)[number];

/** STRICT breaks the law or a platform's hard rules, SOFT costs reach; see the pack's `tiers`. */
export const tiers = ['STRICT', 'SOFT'] as const;
export type Tier = (typeof tiers)[number];

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

/** The fields of a fix, in the language of the text. */
const fixFields = {
  /** Words that can be said in other words wherever they stand, so that the sentence stays one. */
  swaps: z.array(z.object({ match: patterns, with: patterns }).strict()).default([]),
  /** `words`: from a title the matched words go alone; it is no sentence without them either. */
  cut: z.enum(['words', 'sentence']).default('sentence'),
};
export const fixSchema = z.object(fixFields).strict();
export const fixFileSchema = z
  .object({
    /** Fixes of topics; what names no topics is for all that have none of their own. */
    fixes: z.array(z.object({ topics: z.array(z.string()).min(1).optional(), ...fixFields }).strict()).min(1),
  })
  .strict();
export type RawFix = z.infer<typeof fixSchema>;

const shared = {
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

/** The fields of a policy row that say when it is the cell of a claim. */
const rowConditions = {
  /** Claim types; any of them is enough. */
  claims: names,
  /** What is sold; anything unless said. */
  sold: names.optional(),
  /** Claim types, of which one must be made in the same text. */
  beside: names.optional(),
};
/** A policy row that finds, with what it takes from its topic. */
export const policyRuleSchema = z.object({ kind: z.literal('claim'), ...rowConditions, ...shared }).strict();
/** A policy row by which a claim may be made. */
export const lawfulRowSchema = z
  .object({ id, ...rowConditions, needs: contextSchema.optional(), hit: shared.hit, miss: shared.miss })
  .strict();
export type RawLawfulRow = z.infer<typeof lawfulRowSchema>;
export const outcomes = ['lawful', 'hint', 'violation'] as const;
/** `policy/<file>.yaml`: rows of the policy table. */
export const policyFileSchema = z
  .object({ rows: z.array(z.object({ outcome: z.enum(outcomes) }).catchall(z.unknown())).min(1) })
  .strict();
/** `claim-types.yaml` beside the packs: what can be claimed, by group, and what can be sold. */
export const claimTypesSchema = z.object({
  groups: z.record(z.record(z.string())),
  sold: names,
});

export type RawRule = z.infer<typeof ruleSchema> | z.infer<typeof policyRuleSchema>;

/** The name of a text that stands in the `texts` of a topic or of the pack. */
export const textName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower case words joined by "-"');
const namedTexts = z.record(textName, localized);

/** `texts.yaml`: texts that more than one topic or detector label uses. */
export const textFileSchema = z.object({ texts: namedTexts }).strict();

/** `topics/<topic>/topic.yaml`: what all rules of a topic share. */
export const topicSchema = z
  .object({
    topic: z.string().regex(/^[a-z][a-z0-9_]*$/),
    /** The rule files of the folder without `.yaml`, in the order in which they are read. */
    files: z
      .array(z.string().regex(/^[a-z][a-z0-9-]*$/))
      .min(1)
      .default(['rules']),
    /** Fields that are merged under every rule of the topic. */
    shared: z.record(z.string(), z.unknown()).default({}),
    /** Texts that several rules of the topic use by name. */
    texts: namedTexts.default({}),
  })
  .strict();

/** A rule file of a topic: `defaults` are merged over what the topic shares and under every rule of the file. */
export const ruleFileSchema = z
  .object({
    defaults: z.record(z.string(), z.unknown()).default({}),
    rules: z.array(z.record(z.string(), z.unknown())).min(1),
  })
  .strict();

/** `manifest.yaml`: the files of a pack, what each holds and where it comes from. */
export const manifestSchema = z
  .object({
    files: z
      .array(
        z
          .object({
            file: z.string().min(1),
            holds: z.string().min(3),
            from: z.string().min(3),
            since: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();

export const citationSchema = z
  .object({
    id,
    name: z.string().min(3),
    article: z.string().min(1),
    inForceFrom: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .nullable(),
    inForceTo: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
    link: z.string().url().nullable(),
    gloss: localized.default({}),
  })
  .strict();
/** `citations.yaml`, where an article may name the law it belongs to; what it says itself goes before the law's. */
export const citationFileSchema = z
  .object({ citations: z.array(z.object({ law: z.string().optional() }).catchall(z.unknown())).min(1) })
  .strict();
/** `laws.yaml`: what the articles of one law share, by the id of the law. */
export const lawFileSchema = z
  .object({
    laws: z
      .array(
        z
          .object({
            id,
            name: citationSchema.shape.name,
            inForceFrom: citationSchema.shape.inForceFrom.optional(),
            inForceTo: citationSchema.shape.inForceTo,
            link: citationSchema.shape.link.optional(),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();
export type RawCitation = z.infer<typeof citationSchema>;

export const exemptionSchema = z
  .object({
    id,
    reason: localized,
    needs: contextSchema.optional(),
    unless: contextSchema.optional(),
    sentence: patterns.optional(),
    nearby: patterns.optional(),
    text: patterns.optional(),
  })
  .strict();
export const exemptionFileSchema = z.object({ exemptions: z.array(exemptionSchema).min(1) }).strict();

/** Cue patterns of the market's language; each name is read by one judge or reviewer step. */
export const grammarCues = [
  'negator',
  'negatedSubject',
  'briefNegator',
  'attributive',
  'falseNegator',
  'scopeBreaker',
  'newSubject',
  'rejectionCue',
  'rejectionAfter',
  'denialAnswer',
  'recant',
  'reported',
  'disavowal',
  'counter',
  'overturn',
  'enforcement',
  'ownVoice',
  'depiction',
  'shunned',
  'turnDown',
  'affirmation',
  'indirectQuestion',
  'referral',
  'conditional',
  'teaching',
  'notSelling',
  'selling',
  'offering',
  'honest',
  'toReviewer',
  'disclaimer',
  'gapStop',
  'idiom',
] as const;
export type GrammarCue = (typeof grammarCues)[number];
export const grammarSchema = z
  .object(
    Object.fromEntries(grammarCues.map((cue) => [cue, patterns])) as Record<GrammarCue, typeof patterns>,
  )
  .strict();

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
