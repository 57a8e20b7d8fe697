import { z } from 'zod';
import { siteIds } from '../sites/index.ts';
import { keyFacts, keyMode, keyName, rerollOverlap } from './gateway.ts';
import { request } from './rows.ts';

/** A signed delegation: it says which account is meant and what its sender may do there. */
const delegated = { delegation: z.string().min(1).max(4_096) };

const refused = z.object({
  outcome: z.literal('refused'),
  code: z.enum(['unauthorized', 'forbidden', 'not_found', 'plan_required', 'invalid_request']),
  message: z.string(),
});

/**
 * Requests of the console to the gateway about the keys of one account. Unlike the operator's, each is bound to the account
 * of its delegation, needs the role of an admin there to change anything, and cannot be sent twice.
 */
export const accountKeyRequests = {
  list: request({
    subject: 'rpc.gateway.account-key-list',
    request: z.object(delegated),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('listed'), keys: z.array(keyFacts) }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  create: request({
    subject: 'rpc.gateway.account-key-create',
    request: z.object({
      ...delegated,
      siteId: z.enum(siteIds),
      mode: keyMode,
      name: keyName,
      expiresAt: z.string().datetime().nullable(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), keyId: z.string(), key: z.string() }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  rename: request({
    subject: 'rpc.gateway.account-key-rename',
    request: z.object({ ...delegated, keyId: z.string(), name: keyName }),
    reply: z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('renamed') }), refused]),
    timeoutMs: 5_000,
  }),
  reroll: request({
    subject: 'rpc.gateway.account-key-reroll',
    request: z.object({
      ...delegated,
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
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  revoke: request({
    subject: 'rpc.gateway.account-key-revoke',
    request: z.object({ ...delegated, keyId: z.string() }),
    reply: z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('revoked') }), refused]),
    timeoutMs: 5_000,
  }),
} as const;
