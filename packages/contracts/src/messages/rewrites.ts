import { z } from 'zod';
import { fixModes, fixStrategies } from '../http/main-text-checks.ts';
import { billLineSchema, event, job, request, scopeSchema } from './rows.ts';

/** What the gateway asks of the text engine about rewrites of its checks. */
export const rewriteRequests = {
  /** Begins the rewrite of a check, or repeats the first answer for a known operation. */
  prepare: request({
    subject: 'rpc.text.rewrite-prepare',
    request: z.object({
      operationId: z.string(),
      scope: scopeSchema,
      deadlineMs: z.number().int().describe('Epoch milliseconds; past it nothing is done'),
      checkId: z.string(),
      strategy: z.enum(fixStrategies),
      mode: z.enum(fixModes),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('prepared'), lines: z.array(billLineSchema) }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['invalid_request', 'not_found']),
        message: z.string(),
      }),
      z.object({ outcome: z.literal('too_late') }),
    ]),
    timeoutMs: 3_000,
  }),
  /** The only undo of a submission; see the saga in docs/architecture.md. */
  abandon: request({
    subject: 'rpc.text.rewrite-abandon',
    request: z.object({ operationId: z.string(), reason: z.enum(['refused', 'unknown']) }),
    reply: z.object({ outcome: z.enum(['abandoned', 'too_late']) }),
    timeoutMs: 3_000,
  }),
  /** Puts a rewrite whose job died back to `processing` at no cost, so that an operator can replay the job. */
  reopen: request({
    subject: 'rpc.text.rewrite-reopen',
    request: z.object({ id: z.string() }),
    reply: z.object({ outcome: z.enum(['reopened', 'not_failed', 'not_found']) }),
    timeoutMs: 3_000,
  }),
} as const;

/** Rewriting the text of one check. */
export const rewriteJob = job({
  kind: 'rewrite',
  subjectOf: (id) => `job.rewrite.${id}`,
  filterSubject: 'job.rewrite.*',
  payload: z.object({
    version: z.literal(1),
    id: z.string(),
    scope: scopeSchema,
    /** Null for a child of a check: its owner has it charged before it works. */
    charged: z.number().int().nullable(),
    requestId: z.string(),
  }),
  ackWaitMs: 30_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

const ended = z.object({
  version: z.literal(1),
  id: z.string(),
  checkId: z.string(),
  scope: scopeSchema,
  occurredAt: z.string().datetime(),
});

/** What the text engine tells of rewrites. A failed or cancelled one is refunded by whoever was paid for it. */
export const rewriteEvents = {
  completed: event({ subject: 'event.text.rewrite.completed', payload: ended, ackWaitMs: 30_000 }),
  failed: event({
    subject: 'event.text.rewrite.failed',
    payload: ended.omit({ checkId: true }).extend({ reason: z.string() }),
    ackWaitMs: 30_000,
  }),
  cancelled: event({ subject: 'event.text.rewrite.cancelled', payload: ended, ackWaitMs: 30_000 }),
} as const;
