import { z } from 'zod';
import { videoReportRecord } from '../http/reports.ts';
import { chargedJobPayload, endedEvent, failureFields } from './payloads.ts';
import { notFound } from './record.ts';
import { job, request, scopeSchema } from './rows.ts';
import { quoteRequest, submissionRequests } from './submission.ts';

const timeoutMs = 3_000;
/** The report service asks the media engine for the check first. */
const prepareMs = 6_000;

const submittedReport = { videoCheckId: z.string() };
const ofCheck = z.object({ scope: scopeSchema, videoCheckId: z.string() });

/**
 * One server-sent event of a report. `number` counts from 1 without a gap, and an event keeps its number however often
 * it is sent, so that a client can resume after any of them.
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
    data: z.object({
      message: z.string(),
      code: z.string().optional().describe('As in the `failure` of a record; absent from older events'),
    }),
  }),
]);
export type ReportEvent = z.infer<typeof reportEventSchema>;

/** The events that end a report. */
export const lastReportEvents: readonly ReportEvent['event'][] = ['complete', 'error'];

/** Requests of the gateway to the report service. */
export const reportRequests = {
  ...submissionRequests((question) => `rpc.report.${question}`, submittedReport, prepareMs),
  ...quoteRequest((question) => `rpc.report.${question}`, submittedReport, prepareMs),
  /** Returns the events of a report after the number `after`, as far as its stored sections go. */
  events: request({
    subject: 'rpc.report.events',
    request: ofCheck.extend({ reportId: z.string(), after: z.number().int().min(0) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), events: z.array(reportEventSchema) }),
      notFound,
    ]),
    timeoutMs,
  }),
  /** Returns the newest finished report of a check; `not_found` if there is no such check. */
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

/** Writes one report. The worker extends the wait while it works. */
export const reportJob = job({
  kind: 'report',
  payload: chargedJobPayload,
  ackWaitMs: 30_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

/** Events of reports, published by the report service. Billing refunds a failed report. */
export const reportEvents = {
  completed: endedEvent('event.report.completed', { videoCheckId: z.string() }),
  failed: endedEvent('event.report.failed', failureFields),
} as const;

const hour = 3_600_000;

/**
 * The stream of events of running reports, one subject for each, so that any gateway replica can follow one. The report
 * service can repeat all of them (`events`), so the oldest are discarded first: 128 MB hold a thousand long reports.
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
