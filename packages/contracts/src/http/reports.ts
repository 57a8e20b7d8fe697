import { ContractNoBody, initContract } from '@ts-rest/core';
import { z } from 'zod';
import { main } from '../sites/main.ts';
import { commonFailures, failures, success } from './envelope.ts';
import { quoteDescription, quoteSchema } from './quotes.ts';

/** A finished report. */
export const videoReportRecord = z.object({
  id: z.string(),
  object: z.literal(main.objects.videoReport),
  videoCheckId: z.string(),
  content: z.string().describe('Plain text in sections marked with full-width brackets'),
  creditCost: z.number().int(),
  createdAt: z.string().datetime(),
});

/** The headings of a report, in their order (document 4, Reports); an empty section has a sentence saying so. */
export const reportSections = [
  '视频信息',
  '总体结论',
  '画面风险',
  '语音与口播风险',
  '修改建议',
  '法律依据',
] as const;

const byId = z.object({ id: z.string() });

/** The body of a stream of server-sent events. */
const eventStream = initContract().otherResponse({
  contentType: 'text/event-stream; charset=utf-8',
  body: z.custom<AsyncIterable<string>>(),
});

/** The answer to a client that has seen the last event: EventSource stops asking. */
const ended: typeof ContractNoBody = ContractNoBody;

/** The routes of video reports (document 3, Events). */
export const videoReportRoutes = {
  streamVideoReport: {
    method: 'GET',
    path: '/video/checks/:id/report',
    summary: 'Write a report of a completed video check, and watch it being written',
    description:
      'A submission: charges 10 credits and counts in that rate class. The answer is a stream of server-sent events: `report_start` {reportId}, `report_chunk` {chunk} for each piece of text, `report_done` {reportId, content} with the authoritative text, `complete` {durationMs}; or `error` {message, code} in place of the last two, then the credits come back. Ignore events you do not know. A comment line is sent every 15 seconds. Each event has an id: a request with that `Last-Event-ID` goes on after it, without a second charge; after the last event the answer is 204, on which `EventSource` stops reconnecting. A client that disconnects does not stop the report; it is found under `report/latest`.',
    pathParams: byId,
    responses: {
      ...commonFailures,
      200: eventStream,
      204: ended,
      402: failures[402],
      403: failures[403],
      404: failures[404],
    },
  },
  quoteVideoReport: {
    method: 'POST',
    path: '/video/checks/:id/report/quote',
    summary: 'Price a report before having it written',
    description: quoteDescription,
    pathParams: byId,
    body: null,
    responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403], 404: failures[404] },
  },
  getLatestVideoReport: {
    method: 'GET',
    path: '/video/checks/:id/report/latest',
    summary: 'Get the newest finished report of a video check',
    description: '`data` is null when none was ever finished.',
    pathParams: byId,
    responses: { ...commonFailures, 200: success(videoReportRecord.nullable()), 404: failures[404] },
  },
} as const;
