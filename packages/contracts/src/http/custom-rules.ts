import { z } from 'zod';
import { main } from '../sites/main.ts';
import type { WordObjects } from '../sites/site.ts';
import { choiceSchema, flagSchema, textSchema, trimmedSchema } from '../strings.ts';

/** `keyword` also matches inside a longer word; `phrase` needs a word boundary on both sides. */
export const matchTypes = ['keyword', 'phrase'] as const;
export type MatchType = (typeof matchTypes)[number];
/**
 * The word lists of a scope. `general` applies to every product line; sites without product lines have only this one.
 */
export const wordLibraries = ['general', 'creator', 'duanju', 'touliu'] as const;
export type WordLibrary = (typeof wordLibraries)[number];

export const importItemsMax = 2_000;

/** White space around a word is not part of it. */
const keyword = trimmedSchema('keyword', 100).describe('The word or phrase to look for');
const replacement = textSchema('replacement', 0, 100)
  .nullable()
  .describe('What a rewrite puts in its place; null or empty only flags it');
const note = textSchema('note', 0, 200).nullable().describe('Shown to you alone, with each match');
const enabled = flagSchema('enabled').describe('A word that is off is kept and not looked for');

/** Body of one new word. */
export const customRuleBody = z.object({
  keyword,
  matchType: choiceSchema('matchType', matchTypes).default('keyword'),
  replacement: replacement.default(null),
  note: note.default(null),
  enabled: enabled.default(true),
});

const library = choiceSchema('library', wordLibraries).describe(
  'The product line whose checks look for it; `general` holds for all of them',
);

/** Body of one new word on the main site. */
export const mainCustomRuleBody = customRuleBody.extend({ library: library.default('general') });

/**
 * Body of a change: only fields that are given change. `matchType` cannot change and is ignored like any unknown field.
 */
export const customRuleChange = z.object({
  keyword: keyword.optional(),
  replacement: replacement.optional(),
  note: note.optional(),
  enabled: enabled.optional(),
  library: z
    .never({
      invalid_type_error: 'library cannot be changed; delete the word and create it in the other one',
    })
    .optional(),
});

/** One word of an import; it also matches inside words and is enabled. */
export const customRuleItem = z.object(
  { keyword, replacement: replacement.default(null), note: note.default(null) },
  { invalid_type_error: 'must be an object with a keyword' },
);

/** Body of an import. */
export const customRuleImportBody = z.object({
  items: z
    .array(customRuleItem, {
      required_error: 'items is required',
      invalid_type_error: 'items must be an array of objects with a keyword',
    })
    .max(importItemsMax, `items must have at most ${importItemsMax} entries`),
});

/** Body of an import on the main site: all its words go to one library. */
export const mainCustomRuleImportBody = customRuleImportBody.extend({ library: library.default('general') });

/** Body of the master switch. */
export const customRuleSettingsBody = z.object({ enabled: flagSchema('enabled') });

const time = z.string().datetime();

/** A word as stored. */
export const customRuleFields = {
  id: z.string(),
  keyword: z.string(),
  matchType: z.enum(matchTypes),
  replacement: z.string().nullable(),
  note: z.string().nullable(),
  enabled: z.boolean(),
  createdAt: time,
  updatedAt: time,
} as const;

/** Builds a word of one site. */
export const customRuleRecord = (objects: WordObjects) =>
  z.object({ object: z.literal(objects.customRule), ...customRuleFields });

/** A word of the main site. */
export const mainCustomRuleRecord = customRuleRecord(main.objects).extend({ library: z.enum(wordLibraries) });

/** All words of a scope, newest first. */
export const customRuleList = <T extends z.ZodTypeAny>(rule: T) =>
  z.object({ object: z.literal('list'), data: z.array(rule), total: z.number().int() });

/** The number of words in use, and the limit of the plan. */
export const customRuleQuota = (objects: WordObjects) =>
  z.object({
    object: z.literal(objects.customRuleQuota),
    used: z.number().int().describe('Words of the account over all sites and tenants'),
    limit: z.number().int().describe('Of the plan on this site; 0 when it is free'),
    isPaid: z.boolean().describe('Whether the subscription of this site is a paid one'),
  });

/** The master switch. */
export const customRuleSettings = (objects: WordObjects) =>
  z.object({ object: z.literal(objects.customRuleSettings), enabled: z.boolean() });

/** Counts of an import's words; the last three add up to `total`. */
export const importCounts = {
  total: z.number().int(),
  imported: z.number().int(),
  skippedDuplicate: z.number().int(),
  rejectedQuota: z.number().int(),
} as const;

export const customRuleImportResult = (objects: WordObjects) =>
  z.object({ object: z.literal(objects.customRuleImport), ...importCounts });
