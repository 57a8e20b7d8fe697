import { z } from 'zod';
import {
  anyMainTextCheckBody,
  anyMainTextCheckItem,
  anyMainTextCheckRecord,
} from '../http/main-text-checks.ts';
import { anyTextCheckBody, anyTextCheckItem, anyTextCheckRecord } from '../http/text-checks.ts';
import { batchLane, ofBatch, ofBatchWithVerdict } from './batch-items.ts';
import { event, job, request, scopeSchema } from './rows.ts';
import { submissionRequests } from './submission.ts';

const byId = z.object({ scope: scopeSchema, id: z.string() });
const notFound = z.object({ outcome: z.literal('not_found') });

/** Which of the main site's checks are listed; what is given must all hold. */
const textCheckFilter = z.object({
  productVertical: z.string().optional(),
  platform: z.string().optional(),
  keyword: z.string().optional(),
});
export type TextCheckFilter = z.infer<typeof textCheckFilter>;

/** What the gateway asks of the text engine. */
export const textRequests = {
  ...submissionRequests((question) => `rpc.text.${question}`, {
    check: z.union([anyTextCheckBody, anyMainTextCheckBody]),
    ...ofBatch,
  }),
  get: request({
    subject: 'rpc.text.get',
    request: byId,
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('found'),
        record: z.union([anyTextCheckRecord, anyMainTextCheckRecord]),
      }),
      notFound,
    ]),
    timeoutMs: 3_000,
  }),
  list: request({
    subject: 'rpc.text.list',
    request: z.object({
      scope: scopeSchema,
      page: z.number().int(),
      pageSize: z.number().int(),
      filter: textCheckFilter.optional(),
    }),
    reply: z.object({
      total: z.number().int(),
      items: z.array(z.union([anyTextCheckItem, anyMainTextCheckItem])),
    }),
    timeoutMs: 3_000,
  }),
  /** Cancels what is still processing; the cancelled event brings its credits back. */
  delete: request({
    subject: 'rpc.text.delete',
    request: byId,
    reply: z.object({ outcome: z.enum(['deleted', 'not_found']) }),
    timeoutMs: 3_000,
  }),
} as const;

/** Judging one text. */
export const textJob = job({
  kind: 'text',
  subjectOf: (id) => `job.text.${id}`,
  filterSubject: 'job.text.*',
  payload: z.object({
    version: z.literal(1),
    id: z.string(),
    scope: scopeSchema,
    charged: z.number().int(),
    requestId: z.string(),
  }),
  ackWaitMs: 30_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

/** The same for the texts of batches. */
export const textBatchJob = batchLane(textJob);

const ended = z.object({
  version: z.literal(1),
  id: z.string(),
  scope: scopeSchema,
  occurredAt: z.string().datetime(),
  ...ofBatch,
});

/** What the text engine tells. A failed or cancelled check is refunded by whoever was paid for it. */
export const textEvents = {
  completed: event({
    subject: 'event.text.check.completed',
    payload: ended.extend(ofBatchWithVerdict),
    ackWaitMs: 30_000,
  }),
  failed: event({
    subject: 'event.text.check.failed',
    payload: ended.extend({ reason: z.string() }),
    ackWaitMs: 30_000,
  }),
  cancelled: event({ subject: 'event.text.check.cancelled', payload: ended, ackWaitMs: 30_000 }),
} as const;
