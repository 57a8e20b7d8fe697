import { idPrefixes } from '@redline/contracts';
import { createId, isId } from '@redline/service-kit/ids';
import type { EventStreams, ServerSentEvent } from '@redline/service-kit/sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  followReport,
  latestReport,
  type ReportOf,
  reportSubmission,
  storedEvents,
} from '../clients/reports.ts';
import { eventIdOf, goingOnAfter, placeOf, type ReportPlace } from '../domain/report-watch.ts';
import { noCheck } from './checks.ts';
import { RequestFailure } from './failure.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

export interface ReportDeps extends SubmissionDeps {
  readonly reportStreams: EventStreams;
  /** How often the owner of a report is asked for what was missed. */
  readonly reportAskEveryMs: number;
}

const videoCheck = { noun: 'video check' } as const;

/** The reports of the main site's video checks. */
export function videoReports(deps: ReportDeps) {
  const { bus, reportStreams, reportAskEveryMs: askEveryMs } = deps;
  return {
    /**
     * Starts a report, or goes on with one after the event that `Last-Event-ID` names.
     * @returns the body of the stream
     * @throws RequestFailure before anything is sent
     */
    async stream(request: FastifyRequest, reply: FastifyReply, videoCheckId: string) {
      if (request.method === 'HEAD') throw startsWork(reply);
      if (!isId(idPrefixes.video, videoCheckId)) throw noCheck(videoCheck, videoCheckId);
      const place = reportStreams.reserve(reply);
      if (!place) throw noPlace();
      const seen = seenPlace(request);
      const { reportId } = seen ?? (await submitReport(deps, request, videoCheckId));
      const report = { scope: scopeOf(request), videoCheckId, reportId, requestId: request.id };
      const isOver = seen !== undefined && (await isOverAfter(deps, report, seen));
      return place.open((signal) =>
        isOver
          ? nothing()
          : sent(report, followReport(bus, report, { after: seen?.number ?? 0, askEveryMs, signal })),
      );
    },

    async latest(request: FastifyRequest, videoCheckId: string) {
      const isOne = isId(idPrefixes.video, videoCheckId);
      const report = isOne ? await latestReport(bus, scopeOf(request), videoCheckId, request.id) : undefined;
      if (report === undefined) throw noCheck(videoCheck, videoCheckId);
      return report;
    },
  };
}

const submitReport = (deps: ReportDeps, request: FastifyRequest, videoCheckId: string) =>
  submitOnce(deps, request, {
    item: 'video_report',
    body: null,
    newOperationId: () => createId(idPrefixes.report),
    owner: (operationId, scope) =>
      reportSubmission(deps.bus, { operationId, scope, videoCheckId, requestId: request.id }),
    accepted: (reportId) => ({ payload: { reportId } }),
  });

/** Where a client goes on; undefined when it asks for a new report. */
function seenPlace(request: FastifyRequest): ReportPlace | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined) return undefined;
  const place = typeof header === 'string' ? placeOf(header) : undefined;
  if (place) return place;
  throw new RequestFailure({
    code: 'invalid_request',
    message: 'Last-Event-ID must be the id of an event of this report: <report id>:<number>',
  });
}

async function isOverAfter({ bus }: ReportDeps, report: ReportOf, { number }: ReportPlace): Promise<boolean> {
  const stored = await storedEvents(bus, report, number - 1);
  if (!stored) {
    const message = `there is no report ${JSON.stringify(report.reportId)} of this video check in this scope`;
    throw new RequestFailure({ code: 'not_found', message });
  }
  const goingOn = goingOnAfter(number, stored);
  if (goingOn !== 'never_sent') return goingOn === 'over';
  const message = `Last-Event-ID names event ${number}, which this report has not sent`;
  throw new RequestFailure({ code: 'invalid_request', message });
}

/** The events as they go over the wire. */
async function* sent(
  { reportId }: ReportOf,
  events: ReturnType<typeof followReport>,
): AsyncGenerator<ServerSentEvent, void> {
  for await (const { number, event, data } of events)
    yield { id: eventIdOf({ reportId, number }), event, data };
}

async function* nothing(): AsyncGenerator<ServerSentEvent, void> {}

/** A HEAD takes the way of its GET, and this GET costs credits. */
function startsWork(reply: FastifyReply): RequestFailure {
  reply.header('allow', 'GET');
  return new RequestFailure({ code: 'method_not_allowed', message: 'this path takes GET' });
}

const noPlace = () =>
  new RequestFailure({
    code: 'internal',
    message: 'too many reports are watched at this moment; nothing was charged and it is safe to retry',
    retryAfterSeconds: 5,
  });
