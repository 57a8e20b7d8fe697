import { z } from 'zod';
import { anyBatchBody, anyBatchListItem, anyBatchRecord } from '../http/batches.ts';
import { anyMainBatchBody, anyMainBatchListItem, anyMainBatchRecord } from '../http/main-batches.ts';
import { event, job, request, scopeSchema } from './rows.ts';
import { submissionRequests } from './submission.ts';

const timeoutMs = 3_000;
/** On the main site the videos are measured while the client waits, 10 seconds in all (document 4, Batches). */
const prepareMs = 12_000;

const byId = z.object({ scope: scopeSchema, id: z.string() });

/** Which batches are listed. */
const batchFilter = z.object({ productVertical: z.string().optional() });
export type BatchFilter = z.infer<typeof batchFilter>;

const locale = z.string().optional().describe('Of the explanations; the first of the site if none');

/** What the gateway asks of the batch orchestrator. */
export const batchRequests = {
  ...submissionRequests(
    (question) => `rpc.batch.${question}`,
    // The main site's first: an international body leaves nothing out that it needs.
    { batch: z.union([anyMainBatchBody, anyBatchBody]) },
    prepareMs,
  ),
  get: request({
    subject: 'rpc.batch.get',
    request: byId.extend({ locale }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), record: z.union([anyMainBatchRecord, anyBatchRecord]) }),
      z.object({ outcome: z.literal('not_found') }),
    ]),
    timeoutMs,
  }),
  list: request({
    subject: 'rpc.batch.list',
    request: z.object({
      scope: scopeSchema,
      page: z.number().int(),
      pageSize: z.number().int(),
      filter: batchFilter.optional(),
      locale,
    }),
    reply: z.object({
      total: z.number().int(),
      items: z.array(z.union([anyMainBatchListItem, anyBatchListItem])),
    }),
    timeoutMs,
  }),
  /** The checks of its items are deleted after it; what of them is still processing is cancelled and refunded. */
  delete: request({
    subject: 'rpc.batch.delete',
    request: byId,
    reply: z.object({ outcome: z.enum(['deleted', 'not_found']) }),
    timeoutMs,
  }),
} as const;

const work = z.object({ version: z.literal(1), id: z.string(), scope: scopeSchema, requestId: z.string() });

/** Handing out the items of one batch. */
export const batchJob = job({
  kind: 'batch',
  subjectOf: (id) => `job.batch.${id}`,
  filterSubject: 'job.batch.*',
  payload: work.extend({ charged: z.number().int() }),
  ackWaitMs: 30_000,
  maxAttempts: 6,
  backoffMs: [500, 2_000, 10_000],
});

/** Deleting the checks of one deleted batch. */
export const batchDeletionJob = job({
  kind: 'batch-deletion',
  subjectOf: (id) => `job.batch-deletion.${id}`,
  filterSubject: 'job.batch-deletion.*',
  payload: work,
  ackWaitMs: 30_000,
  maxAttempts: 6,
  backoffMs: [500, 2_000, 10_000],
});

const ackWaitMs = 30_000;

/** What the batch orchestrator tells. */
export const batchEvents = {
  /**
   * An item for which its owner never had a check; `id` is the check's, or the batch's own where nothing of it was ever
   * begun. What was paid for it comes back.
   */
  itemFailed: event({
    subject: 'event.batch.item.failed',
    payload: z.object({
      version: z.literal(1),
      id: z.string(),
      batchId: z.string(),
      scope: scopeSchema,
      occurredAt: z.string().datetime(),
      reason: z.string(),
    }),
    ackWaitMs,
  }),
  /** All items have ended and the result stands. */
  completed: event({
    subject: 'event.batch.completed',
    payload: z.object({
      version: z.literal(1),
      id: z.string(),
      scope: scopeSchema,
      occurredAt: z.string().datetime(),
      result: z.enum(['PASS', 'REJECT']),
    }),
    ackWaitMs,
  }),
} as const;
