import { z } from 'zod';
import {
  anyMainTextCheckBody,
  anyMainTextCheckItem,
  anyMainTextCheckRecord,
} from '../http/main-text-checks.ts';
import { anyTextCheckBody, anyTextCheckItem, anyTextCheckRecord } from '../http/text-checks.ts';
import { batchLane, deletedEvent, ofBatch, ofBatchWithVerdict } from './batch-items.ts';
import { chargedJobPayload, endedEvent, failureFields } from './payloads.ts';
import { recordRequests } from './record.ts';
import { job } from './rows.ts';
import { quoteRequest, submissionRequests } from './submission.ts';

/** Filters of the main site's lists; all that are given must match. */
const textCheckFilter = z.object({
  productVertical: z.string().optional(),
  platform: z.string().optional(),
  keyword: z.string().optional(),
});
export type TextCheckFilter = z.infer<typeof textCheckFilter>;

const submittedText = { check: z.union([anyTextCheckBody, anyMainTextCheckBody]) };

/** Requests of the gateway to the text engine about text checks. */
export const textRequests = {
  ...submissionRequests((question) => `rpc.text.${question}`, {
    ...submittedText,
    ...ofBatch,
  }),
  ...quoteRequest((question) => `rpc.text.${question}`, submittedText),
  ...recordRequests((question) => `rpc.text.${question}`, {
    record: z.union([anyTextCheckRecord, anyMainTextCheckRecord]),
    item: z.union([anyTextCheckItem, anyMainTextCheckItem]),
    getFields: {},
    listFields: { filter: textCheckFilter.optional() },
  }),
} as const;

/** Judges one text. */
export const textJob = job({
  kind: 'text',
  payload: chargedJobPayload,
  ackWaitMs: 30_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

/** The same for texts of batches. */
export const textBatchJob = batchLane(textJob);

/**
 * Sent to all gateway replicas once the end of a text check or of a rewrite, under its own id, is committed: a client of
 * one of them may wait for it.
 */
export const textEndedBroadcast = {
  subject: 'broadcast.text.ended',
  payload: z.object({ id: z.string() }),
} as const;

/** Events of text checks, published by the text engine. Billing refunds a failed or cancelled check. */
export const textEvents = {
  completed: endedEvent('event.text.check.completed', ofBatchWithVerdict),
  failed: endedEvent('event.text.check.failed', { ...ofBatch, ...failureFields }),
  cancelled: endedEvent('event.text.check.cancelled', ofBatch),
  deleted: deletedEvent('event.text.check.deleted'),
} as const;
