import { z } from 'zod';
import { videoReportRecord } from '../http/reports.ts';
import { event, job, request, scopeSchema } from './rows.ts';
import { submissionRequests } from './submission.ts';

const timeoutMs = 3_000;
/** Its owner asks the media engine for the check first. */
const prepareMs = 6_000;

const ofCheck = z.object({ scope: scopeSchema, videoCheckId: z.string() });
const notFound = z.object({ outcome: z.literal('not_found') });

/**
 * One server-sent event of a report. `number` counts from 1 without a gap and is the same whoever tells it and however
 * often, so that a client can go on after any of them.
 */
export const reportEventSchema = z.discriminatedUnion('event', [
  z.object({
    number: z.number().int(),
    event: z.literal('report_start'),
    data: z.object({ reportId: z.string() }),
  }),
  z.object({
    number: z.number().int(),
    event: z.literal('report_chunk'),
    data: z.object({ chunk: z.string() }),
  }),
  z.object({
    number: z.number().int(),
    event: z.literal('report_done'),
    data: z.object({ reportId: z.string(), content: z.string() }),
  }),
  z.object({
    number: z.number().int(),
    event: z.literal('complete'),
    data: z.object({ durationMs: z.number().int() }),
  }),
  z.object({
    number: z.number().int(),
    event: z.literal('error'),
    data: z.object({ message: z.string() }),
  }),
]);
export type ReportEvent = z.infer<typeof reportEventSchema>;

/** After these nothing follows. */
export const lastReportEvents: readonly ReportEvent['event'][] = ['complete', 'error'];

/** What the gateway asks of the report service. */
export const reportRequests = {
  ...submissionRequests((question) => `rpc.report.${question}`, { videoCheckId: z.string() }, prepareMs),
  /** What of a report can be told by now, after the event with the number `after`: from its stored sections. */
  events: request({
    subject: 'rpc.report.events',
    request: ofCheck.extend({ reportId: z.string(), after: z.number().int().min(0) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), events: z.array(reportEventSchema) }),
      notFound,
    ]),
    timeoutMs,
  }),
  /** The newest report of a check that was finished; `not_found` when there is no such check. */
  latest: request({
    subject: 'rpc.report.latest',
    request: ofCheck,
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), report: videoReportRecord.nullable() }),
      notFound,
    ]),
    timeoutMs,
  }),
} as const;

/** Writing one report. Who works at it says so before the wait is over. */
export const reportJob = job({
  kind: 'report',
  subjectOf: (id) => `job.report.${id}`,
  filterSubject: 'job.report.*',
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

const ended = z.object({
  version: z.literal(1),
  id: z.string(),
  videoCheckId: z.string(),
  scope: scopeSchema,
  occurredAt: z.string().datetime(),
});

/** What the report service tells. A failed report is refunded by whoever was paid for it. */
export const reportEvents = {
  completed: event({ subject: 'event.report.completed', payload: ended, ackWaitMs: 30_000 }),
  failed: event({
    subject: 'event.report.failed',
    payload: ended.omit({ videoCheckId: true }).extend({ reason: z.string() }),
    ackWaitMs: 30_000,
  }),
} as const;

const hour = 3_600_000;

/**
 * What running reports tell, one subject for each, so that any gateway replica can follow one. It is news, and its owner
 * can tell all of it again (`events`), so the oldest goes when there is too much: 128 MB are a thousand long reports.
 */
export const reportStream = {
  name: 'REPORTS',
  subjects: ['report.*'],
  retention: 'limits',
  maxAgeMs: hour,
  maxBytes: 134_217_728,
  maxMessagesPerSubject: 4_000,
  subjectOf: (reportId: string) => `report.${reportId}`,
  payload: reportEventSchema,
} as const;
