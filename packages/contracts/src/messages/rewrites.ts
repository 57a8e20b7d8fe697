import { z } from 'zod';
import { fixModes, fixStrategies } from '../http/main-text-checks.ts';
import { endedEvent, failureFields, jobPayload } from './payloads.ts';
import { job } from './rows.ts';
import { quoteRequest, submissionRequests } from './submission.ts';

const submittedRewrite = { checkId: z.string(), strategy: z.enum(fixStrategies), mode: z.enum(fixModes) };

/** Requests of the gateway to the text engine about rewrites of text checks. */
export const rewriteRequests = {
  ...submissionRequests((question) => `rpc.text.rewrite-${question}`, submittedRewrite),
  ...quoteRequest((question) => `rpc.text.rewrite-${question}`, submittedRewrite),
} as const;

/** Rewrites the text of one check. */
export const rewriteJob = job({
  kind: 'rewrite',
  // Null for the automatic rewrite of a check: the text engine has it charged before it works.
  payload: jobPayload.extend({ charged: z.number().int().nullable() }),
  ackWaitMs: 30_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

const ofCheck = { checkId: z.string() };

/** Events of rewrites, published by the text engine. Billing refunds a failed or cancelled one. */
export const rewriteEvents = {
  completed: endedEvent('event.text.rewrite.completed', ofCheck),
  failed: endedEvent('event.text.rewrite.failed', failureFields),
  cancelled: endedEvent('event.text.rewrite.cancelled', ofCheck),
} as const;
