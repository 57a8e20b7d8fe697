import { z } from 'zod';
import { siteIds } from '../sites/index.ts';
import { request } from './rows.ts';

const keyFacts = z.object({
  keyId: z.string(),
  siteId: z.enum(siteIds),
  prefix: z.string().describe('The first characters, to recognise a key by'),
  createdAt: z.string().datetime(),
  expiresAt: z.string().datetime().nullable(),
  revokedAt: z.string().datetime().nullable(),
});

/** Requests of the operator's CLI to the gateway, which owns the keys. */
export const gatewayRequests = {
  /** Issues a key; this reply is the only place that has the key itself. */
  keyCreate: request({
    subject: 'rpc.gateway.key-create',
    request: z.object({
      accountId: z.string(),
      siteId: z.enum(siteIds),
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

/** Sent to all gateway replicas when a key is revoked, so that they drop it from their caches. */
export const keyRevokedBroadcast = {
  subject: 'broadcast.gateway.key-revoked',
  payload: z.object({ keyId: z.string() }),
} as const;
