import { z } from 'zod';
import { anyBatchBody, anyBatchListItem, anyBatchRecord } from '../http/batches.ts';
import { anyMainBatchBody, anyMainBatchListItem, anyMainBatchRecord } from '../http/main-batches.ts';
import { chargedJobPayload, endedEvent, failureFields, jobPayload } from './payloads.ts';
import { explainLocale, recordRequests } from './record.ts';
import { job } from './rows.ts';
import { quoteRequest, submissionRequests } from './submission.ts';

/** On the main site the videos are measured while the client waits, 10 seconds in all (document 4, Batches). */
const prepareMs = 12_000;

/** Filters of the main site's list. */
const batchFilter = z.object({ productVertical: z.string().optional() });
export type BatchFilter = z.infer<typeof batchFilter>;

// The main site's body first: an international body lacks none of the fields it requires.
const submittedBatch = { batch: z.union([anyMainBatchBody, anyBatchBody]) };

/** Requests of the gateway to the batch orchestrator. */
export const batchRequests = {
  ...submissionRequests((question) => `rpc.batch.${question}`, submittedBatch, prepareMs),
  ...quoteRequest((question) => `rpc.batch.${question}`, submittedBatch, prepareMs),
  /** After a batch is deleted its checks are deleted too; those still processing are cancelled and refunded. */
  ...recordRequests((question) => `rpc.batch.${question}`, {
    record: z.union([anyMainBatchRecord, anyBatchRecord]),
    item: z.union([anyMainBatchListItem, anyBatchListItem]),
    getFields: explainLocale,
    listFields: { filter: batchFilter.optional(), ...explainLocale },
  }),
} as const;

const delivery = { ackWaitMs: 30_000, maxAttempts: 6, backoffMs: [500, 2_000, 10_000] } as const;

/** Submits the items of one batch to their owners. */
export const batchJob = job({ kind: 'batch', payload: chargedJobPayload, ...delivery });

/** Deletes the checks of one deleted batch. */
export const batchDeletionJob = job({ kind: 'batch-deletion', payload: jobPayload, ...delivery });

/** Events of batches, published by the batch orchestrator. */
export const batchEvents = {
  /**
   * An item whose owner never had a check; `id` is the check's, or the batch's own if no item was ever submitted.
   * Billing refunds it.
   */
  itemFailed: endedEvent('event.batch.item.failed', { batchId: z.string(), ...failureFields }),
  /** All items have ended and the result is final. */
  completed: endedEvent('event.batch.completed', { result: z.enum(['PASS', 'REJECT']) }),
} as const;
