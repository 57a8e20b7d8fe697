import { idPrefixes } from '@redline/contracts';
import { createId, isId } from '@redline/service-kit/ids';
import type { EventStreams, ServerSentEvent } from '@redline/service-kit/sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext } from '../clients/call-context.ts';
import { followReport, latestReport, type ReportKey, storedEvents } from '../clients/reports.ts';
import { submissionPorts } from '../clients/submission-ports.ts';
import { eventIdOf, positionOf, type ReportPosition, resumeAfter } from '../domain/report-watch.ts';
import { RequestError } from './failure.ts';
import { answerQuote } from './quotes.ts';
import { recordNotFound } from './records.ts';
import { callContext } from './scope.ts';
import { type SubmissionDeps, submitOnce } from './submission.ts';

export interface ReportDeps extends SubmissionDeps {
  readonly reportStreams: EventStreams;
  /** How often the stored events of a report are read, for those that were missed. */
  readonly reportAskEveryMs: number;
}

/** Returns the handlers of the reports of the main site's video checks. */
export function videoReports(deps: ReportDeps) {
  const { bus, reportStreams, reportAskEveryMs: askEveryMs } = deps;
  return {
    /**
     * Starts a report, or resumes one after the event that `Last-Event-ID` names.
     * @returns the body of the stream; null if the client has seen all of it
     * @throws RequestError before anything is sent
     */
    async stream(request: FastifyRequest, reply: FastifyReply, videoCheckId: string) {
      if (request.method === 'HEAD') throw headNotAllowed(reply);
      if (!isId(idPrefixes.video, videoCheckId)) throw recordNotFound('video', videoCheckId);
      const place = reportStreams.reserve(reply);
      if (!place) throw tooManyStreams();
      const seen = lastSeen(request);
      const { reportId } = seen ?? (await submitReport(deps, request, videoCheckId)).payload;
      const report = { videoCheckId, reportId };
      const context = callContext(bus, request);
      if (seen !== undefined && (await isOverAfter(context, report, seen))) return null;
      return place.open((signal) =>
        serverSentEvents(
          report,
          followReport(context, report, { after: seen?.number ?? 0, askEveryMs, signal }),
        ),
      );
    },

    /** Says what a report would cost; begins none. */
    async quote(request: FastifyRequest, videoCheckId: string) {
      if (!isId(idPrefixes.video, videoCheckId)) throw recordNotFound('video', videoCheckId);
      return answerQuote(bus, request, 'report', { videoCheckId });
    },

    async latest(request: FastifyRequest, videoCheckId: string) {
      const isOne = isId(idPrefixes.video, videoCheckId);
      const report = isOne ? await latestReport(callContext(bus, request), videoCheckId) : undefined;
      if (report === undefined) throw recordNotFound('video', videoCheckId);
      return report;
    },
  };
}

const submitReport = (deps: ReportDeps, request: FastifyRequest, videoCheckId: string) =>
  submitOnce(deps, request, {
    item: 'video_report',
    body: null,
    newOperationId: () => createId(idPrefixes.report),
    owner: (operationId, context) => submissionPorts(context, 'report', operationId, { videoCheckId }),
    accepted: (reportId) => ({ payload: { reportId } }),
    async readAgain(reportId, context) {
      // After all events there is none: the reply says only that the report is there.
      const report = { videoCheckId, reportId };
      if (await storedEvents(context, report, Number.MAX_SAFE_INTEGER)) return { reportId };
      throw reportNotFound(reportId);
    },
  });

/** Returns the event after which a client resumes; undefined if it asks for a new report. */
function lastSeen(request: FastifyRequest): ReportPosition | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined) return undefined;
  const position = typeof header === 'string' ? positionOf(header) : undefined;
  if (position) return position;
  throw new RequestError({
    code: 'invalid_request',
    message: 'Last-Event-ID must be the id of an event of this report: <report id>:<number>',
  });
}

async function isOverAfter(
  context: CallContext,
  report: ReportKey,
  { number }: ReportPosition,
): Promise<boolean> {
  const stored = await storedEvents(context, report, number - 1);
  if (!stored) throw reportNotFound(report.reportId);
  const resumed = resumeAfter(number, stored);
  if (resumed !== 'never_sent') return resumed === 'over';
  const message = `Last-Event-ID names event ${number}, which this report has not sent`;
  throw new RequestError({ code: 'invalid_request', message });
}

const reportNotFound = (reportId: string) =>
  new RequestError({
    code: 'not_found',
    message: `there is no report ${JSON.stringify(reportId)} of this video check in this scope`,
  });

/** Converts events into server-sent events. */
async function* serverSentEvents(
  { reportId }: ReportKey,
  events: ReturnType<typeof followReport>,
): AsyncGenerator<ServerSentEvent, void> {
  for await (const { number, event, data } of events)
    yield { id: eventIdOf({ reportId, number }), event, data };
}

/** Refuses a HEAD, which the router would handle like its GET, and this GET costs credits. */
function headNotAllowed(reply: FastifyReply): RequestError {
  reply.header('allow', 'GET');
  return new RequestError({ code: 'method_not_allowed', message: 'this path takes GET' });
}

const tooManyStreams = () =>
  new RequestError({
    code: 'internal',
    message: 'too many reports are watched at this moment; nothing was charged and it is safe to retry',
    retryAfterSeconds: 5,
  });
