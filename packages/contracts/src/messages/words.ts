import { z } from 'zod';
import {
  customRuleBody,
  customRuleChange,
  customRuleFields,
  customRuleItem,
  importCounts,
  importItemsMax,
  wordLibraries,
} from '../http/custom-rules.ts';
import { request, scopeSchema } from './rows.ts';

const library = z.enum(wordLibraries);
const byId = { scope: scopeSchema, id: z.string() } as const;
/** The limit of the plan, on the words of the account over all sites and tenants. */
const wordLimit = z.number().int().nonnegative();
const notFound = z.object({ outcome: z.literal('not_found') });
const duplicate = z.object({ outcome: z.literal('duplicate') });

/** A custom word as it is sent between services, with its library. */
export const storedWord = z.object({ ...customRuleFields, library });
export type StoredWord = z.infer<typeof storedWord>;

/** The last word of a page; the next page begins with the word created before it. */
const wordCursor = z.object({ createdAt: z.string().datetime(), id: z.string() });
export type WordCursor = z.infer<typeof wordCursor>;

/** The two switches that must be on for words to apply: the account's, over all its sites, and the scope's own. */
const switchOf = z.enum(['account', 'scope']);
export type WordSwitch = z.infer<typeof switchOf>;

/** Requests of the gateway to the text engine about custom words; the gateway checks permission. */
export const wordRequests = {
  create: request({
    subject: 'rpc.text.word-create',
    request: z.object({ scope: scopeSchema, wordLimit, word: customRuleBody.extend({ library }) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), word: storedWord }),
      z.object({ outcome: z.literal('limit_reached'), used: z.number().int() }),
      duplicate,
    ]),
    timeoutMs: 6_000,
  }),
  import: request({
    subject: 'rpc.text.word-import',
    request: z.object({
      scope: scopeSchema,
      wordLimit,
      library,
      items: z.array(customRuleItem).max(importItemsMax),
    }),
    reply: z.object(importCounts),
    timeoutMs: 6_000,
  }),
  /** Returns one page, newest first, that fits into a message. */
  list: request({
    subject: 'rpc.text.word-list',
    request: z.object({ scope: scopeSchema, after: wordCursor.nullable() }),
    reply: z.object({ words: z.array(storedWord), next: wordCursor.nullable() }),
    timeoutMs: 3_000,
  }),
  change: request({
    subject: 'rpc.text.word-change',
    request: z.object({ ...byId, change: customRuleChange.omit({ library: true }) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('changed'), word: storedWord }),
      duplicate,
      notFound,
    ]),
    timeoutMs: 6_000,
  }),
  delete: request({
    subject: 'rpc.text.word-delete',
    request: z.object(byId),
    reply: z.object({ outcome: z.enum(['deleted', 'not_found']) }),
    timeoutMs: 6_000,
  }),
  usage: request({
    subject: 'rpc.text.word-usage',
    request: z.object({ accountId: z.string() }),
    reply: z.object({ used: z.number().int() }),
    timeoutMs: 3_000,
  }),
  readSwitch: request({
    subject: 'rpc.text.word-switch',
    request: z.object({ scope: scopeSchema, of: switchOf }),
    reply: z.object({ enabled: z.boolean() }),
    timeoutMs: 3_000,
  }),
  setSwitch: request({
    subject: 'rpc.text.word-switch-set',
    request: z.object({ scope: scopeSchema, of: switchOf, enabled: z.boolean() }),
    reply: z.object({ enabled: z.boolean() }),
    timeoutMs: 6_000,
  }),
} as const;

/** The maximum bytes of JSON of one message of words: the default limit of NATS is 1 MiB. */
export const wordMessageBytesMax = 900_000;

/**
 * Sent to all text engines when the words of a scope have changed, so that they are compiled before a check needs them.
 * `words` is their number. An engine that misses it finds out with the next check.
 */
export const wordsChangedBroadcast = {
  subject: 'broadcast.text.words-changed',
  payload: z.object({ scope: scopeSchema, version: z.number().int(), words: z.number().int() }),
} as const;
