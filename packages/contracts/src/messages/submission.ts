import { z } from 'zod';
import { refusalFields } from './refused.ts';
import { billLineSchema, request, scopeSchema } from './rows.ts';

const timeoutMs = 3_000;
const statusesMs = 10_000;
/** The maximum of ids in one question about statuses. */
export const statusIdsMax = 500;

/** A line of a quote: what is to be billed, for a record that there is not. */
const quotedLineSchema = billLineSchema.omit({ lineId: true });
export type QuotedLine = z.infer<typeof quotedLineSchema>;

/** The lines of a quote: what a submission is charged for, and what may be charged after it. */
export const quotedLines = {
  lines: z.array(quotedLineSchema).min(1).max(41),
  laterLines: z.array(quotedLineSchema).max(1).default([]),
};

/**
 * Builds the request for the lines of a submission that is not made: its owner validates it as in `prepare`, and stores
 * nothing.
 * @param subjectOf names the subject
 * @param submitted the content of a submission, as in `prepare`
 * @param quoteMs timeout, longer for owners that also read a file
 */
export const quoteRequest = <S extends z.ZodRawShape>(
  subjectOf: (question: 'quote') => string,
  submitted: S,
  quoteMs = timeoutMs,
) => ({
  quote: request({
    subject: subjectOf('quote'),
    request: z.object({
      scope: scopeSchema,
      deadlineMs: z.number().int().describe('Epoch milliseconds; a file is measured until then'),
      ...submitted,
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('quoted'), ...quotedLines }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['invalid_request', 'not_found']),
        ...refusalFields,
      }),
    ]),
    timeoutMs: quoteMs,
  }),
});

/** How far a record is; the last three are its end. */
export const recordStatuses = ['processing', 'completed', 'failed', 'cancelled'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/**
 * Builds the requests of the gateway's saga to the owner of a kind of record (docs/architecture.md).
 * @param subjectOf names the subject of each request
 * @param submitted the content of a submission: fields of `prepare` beside operation, scope and deadline
 * @param prepareMs timeout of `prepare`, longer for owners that also read a file or another service
 */
export const submissionRequests = <S extends z.ZodRawShape>(
  subjectOf: (question: 'prepare' | 'abandon' | 'reopen' | 'statuses') => string,
  submitted: S,
  prepareMs = timeoutMs,
) => ({
  /** Inserts the record as `processing`, or repeats the first answer for a known operation. */
  prepare: request({
    subject: subjectOf('prepare'),
    request: z.object({
      operationId: z.string(),
      scope: scopeSchema,
      deadlineMs: z.number().int().describe('Epoch milliseconds; past it nothing is done'),
      ...submitted,
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('prepared'), lines: z.array(billLineSchema) }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['invalid_request', 'not_found']),
        ...refusalFields,
      }),
      z.object({ outcome: z.literal('too_late') }),
    ]),
    timeoutMs: prepareMs,
  }),
  /** Undoes a submission; there is no other undo. */
  abandon: request({
    subject: subjectOf('abandon'),
    request: z.object({ operationId: z.string(), reason: z.enum(['refused', 'unknown']) }),
    reply: z.object({ outcome: z.enum(['abandoned', 'too_late']) }),
    timeoutMs,
  }),
  /** Sets a failed record whose job is dead back to `processing` at no cost, so that an operator can replay the job. */
  reopen: request({
    subject: subjectOf('reopen'),
    request: z.object({ id: z.string() }),
    reply: z.object({ outcome: z.enum(['reopened', 'not_failed', 'not_found']) }),
    timeoutMs,
  }),
  /**
   * Returns the statuses of records, deleted ones too; ids that the owner does not know are left out. Billing compares
   * itself with the owners by it: what failed or was cancelled is refunded.
   */
  statuses: request({
    subject: subjectOf('statuses'),
    request: z.object({ ids: z.array(z.string()).min(1).max(statusIdsMax) }),
    reply: z.object({ records: z.array(z.object({ id: z.string(), status: z.enum(recordStatuses) })) }),
    timeoutMs: statusesMs,
  }),
});
