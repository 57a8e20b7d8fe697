import { z } from 'zod';
import { recordFailureSchema } from '../failures.ts';
import { event, scopeSchema } from './rows.ts';

/** The payload of a job that works on one record. */
export const jobPayload = z.object({
  version: z.literal(1),
  id: z.string(),
  scope: scopeSchema,
  requestId: z.string(),
});

/** The same for a job that was charged, with the credits taken for it. */
export const chargedJobPayload = jobPayload.extend({ charged: z.number().int() });

/** How long a consumer may take to acknowledge an event. */
export const eventAckWaitMs = 30_000;

/** The payload of an event about one record. */
export const eventPayload = z.object({
  version: z.literal(1),
  id: z.string(),
  scope: scopeSchema,
  occurredAt: z.string().datetime(),
});

/**
 * Builds the event of a record that has ended.
 * @param subject its last part is how the record ended
 * @param fields fields of the payload, beside those of every event
 */
export const endedEvent = <F extends z.ZodRawShape>(subject: string, fields: F) =>
  event({ subject, payload: eventPayload.extend(fields), ackWaitMs: eventAckWaitMs });

/** Fields of the event of a failed record: a word for programs, and what clients see; absent from older events. */
export const failureFields = { reason: z.string(), failure: recordFailureSchema.optional() };
