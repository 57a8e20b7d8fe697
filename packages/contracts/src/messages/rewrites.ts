import { z } from 'zod';
import { fixModes, fixStrategies } from '../http/main-text-checks.ts';
import { event, job, scopeSchema } from './rows.ts';
import { submissionRequests } from './submission.ts';

/** What the gateway asks of the text engine about rewrites of its checks. */
export const rewriteRequests = submissionRequests((question) => `rpc.text.rewrite-${question}`, {
  checkId: z.string(),
  strategy: z.enum(fixStrategies),
  mode: z.enum(fixModes),
});

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
