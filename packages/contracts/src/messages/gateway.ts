import { z } from 'zod';
import { siteIds } from '../sites/index.ts';
import { trimmedSchema } from '../strings.ts';
import { request } from './rows.ts';

const dayHours = 24;

/** The times for which a key goes on working after its re-roll, in seconds. */
export const rerollOverlap = { default: dayHours * 3_600, max: 7 * dayHours * 3_600 } as const;

export const keyName = trimmedSchema('name', 80);

/** Mode of a key: charges of a test key are paid from a daily allowance, and it sees only what test keys have made. */
export const keyMode = z.enum(['live', 'test']);

/** Entry of a list of keys. A gateway of before the re-roll knows neither its name nor its last use. */
export const keyFacts = z.object({
  keyId: z.string(),
  name: z.string().optional(),
  siteId: z.enum(siteIds),
  mode: keyMode.optional(),
  prefix: z.string().describe('The first characters, to recognise a key by'),
  createdAt: z.string().datetime(),
  lastUsedAt: z
    .string()
    .datetime()
    .nullable()
    .optional()
    .describe('To about a minute; null if it was never used'),
  expiresAt: z.string().datetime().nullable(),
  revokedAt: z.string().datetime().nullable(),
  rerolledTo: z.string().nullable().optional().describe('The id of the key that was made in its place'),
});

/** Requests of the operator's CLI to the gateway, which owns the keys. */
export const gatewayRequests = {
  /** Issues a key; this reply is the only place that has the key itself. */
  keyCreate: request({
    subject: 'rpc.gateway.key-create',
    request: z.object({
      accountId: z.string(),
      siteId: z.enum(siteIds),
      mode: keyMode.default('live').describe('A test key needs no plan'),
      name: keyName.optional(),
      expiresAt: z.string().datetime().nullable(),
      force: z.boolean(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), keyId: z.string(), key: z.string() }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['not_found', 'plan_required', 'invalid_request']),
        message: z.string(),
      }),
    ]),
    timeoutMs: 5_000,
  }),
  keyRevoke: request({
    subject: 'rpc.gateway.key-revoke',
    request: z.object({ keyId: z.string() }),
    reply: z.object({ outcome: z.enum(['revoked', 'not_found']) }),
    timeoutMs: 5_000,
  }),
  /**
   * Makes a key in the place of another, with the same account, site, mode, name and expiry; the other one ends after an
   * overlap. Like the reply to `keyCreate`, this one is the only place that has the new key. A key is re-rolled once, so
   * a repeat is refused and names the key that was made.
   */
  keyReroll: request({
    subject: 'rpc.gateway.key-reroll',
    request: z.object({
      keyId: z.string(),
      overlapSeconds: z.number().int().min(0).max(rerollOverlap.max),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('rerolled'),
        keyId: z.string(),
        key: z.string(),
        previousKeyId: z.string(),
        previousExpiresAt: z.string().datetime(),
      }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['not_found', 'invalid_request']),
        message: z.string(),
      }),
    ]),
    timeoutMs: 5_000,
  }),
  keyRename: request({
    subject: 'rpc.gateway.key-rename',
    request: z.object({ keyId: z.string(), name: keyName }),
    reply: z.object({ outcome: z.enum(['renamed', 'not_found']) }),
    timeoutMs: 5_000,
  }),
  keyList: request({
    subject: 'rpc.gateway.key-list',
    request: z.object({ accountId: z.string() }),
    reply: z.object({ outcome: z.literal('listed'), keys: z.array(keyFacts) }),
    timeoutMs: 5_000,
  }),
  /** Lists the tenant scopes that an account has opened, in the order of site and tenant. */
  scopeList: request({
    subject: 'rpc.gateway.scope-list',
    request: z.object({
      accountId: z.string(),
      after: z
        .object({ siteId: z.string(), tenantId: z.string() })
        .nullable()
        .describe('The last scope of the previous page'),
    }),
    reply: z.object({
      outcome: z.literal('listed'),
      scopes: z.array(
        z.object({ siteId: z.enum(siteIds), tenantId: z.string(), openedAt: z.string().datetime() }),
      ),
      hasMore: z.boolean(),
    }),
    timeoutMs: 5_000,
  }),
} as const;

/** Sent to all gateway replicas when a key is revoked or re-rolled, so that they drop it from their caches. */
export const keyRevokedBroadcast = {
  subject: 'broadcast.gateway.key-revoked',
  payload: z.object({ keyId: z.string() }),
} as const;
