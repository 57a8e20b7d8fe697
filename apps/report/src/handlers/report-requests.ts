import {
  type BillLine,
  idSchema,
  mainSite,
  refused,
  type reportRequests,
  type Scope,
} from '@redline/contracts';
import type { RequestHandlers } from '@redline/service-kit/bus';
import { abandonHandler, reopenHandler, statusesHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { findingsOf } from '../domain/findings/findings.ts';
import { eventsOf } from '../domain/stream/events.ts';
import { contentOf } from '../domain/stream/section.ts';
import { findLatest, findReport } from '../store/find-report.ts';
import { hasRunningReport, insertReport, isKnownReport } from '../store/insert-report.ts';
import { reportRecord, reportRecords } from '../store/report-record.ts';

type Handlers = RequestHandlers<typeof reportRequests>;

/** Handlers of the gateway's requests about reports. A repeated request gets the same reply. */
export function reportHandlers(deps: Deps): Handlers {
  const { db, readVideoCheck, wakeRelay } = deps;
  return {
    prepare: prepare(deps),
    quote: quote(deps),
    abandon: abandonHandler(reportRecords(db, wakeRelay)),
    reopen: reopenHandler(db, reportRecord),
    statuses: statusesHandler(db, reportRecord),

    /** Reads from the database only: a client that was charged gets its report to the end, whatever became of its check. */
    async events({ scope, videoCheckId, reportId, after }) {
      const report = await findReport(db, scope, { id: reportId, videoCheckId });
      if (!report) return { outcome: 'not_found' };
      const events = eventsOf(reportId, report.sections, report.end);
      return { outcome: 'found', events: events.filter(({ number }) => number > after) };
    },

    async latest({ scope, videoCheckId }, { requestId }) {
      if (!(await readVideoCheck(scope, videoCheckId, requestId))) return { outcome: 'not_found' };
      const latest = await findLatest(db, scope, videoCheckId);
      if (!latest) return { outcome: 'found', report: null };
      const { id, creditCost, createdAt, sections } = latest;
      const report = { id, object: mainSite.objects.videoReport, videoCheckId, creditCost } as const;
      const content = contentOf(sections);
      return { outcome: 'found', report: { ...report, content, createdAt: createdAt.toISOString() } };
    },
  };
}

const noReports = (siteId: string) =>
  refused('not_found', `there are no video reports on the site ${siteId}`);
const isRunning = () => refused('invalid_request', 'a report of this video check is being generated already');

/** Returns the findings that a report would be written of, or why it is refused. */
async function reportable(
  { readVideoCheck }: Pick<Deps, 'readVideoCheck'>,
  scope: Scope,
  videoCheckId: string,
  requestId: string,
) {
  const check = await readVideoCheck(scope, videoCheckId, requestId);
  if (!check) return { refusal: refused('not_found', 'there is no such video check in this scope') };
  const findings = findingsOf(check);
  if (findings) return { findings };
  const sentence = `the video check is ${check.status}, not completed: a report needs its result`;
  return { refusal: refused('invalid_request', sentence) };
}

/** Says what would be billed for a report, as `prepare` would answer it; stores nothing. */
function quote(deps: Deps): Handlers['quote'] {
  return async ({ scope, videoCheckId }, { requestId }) => {
    if (scope.siteId !== mainSite.id) return noReports(scope.siteId);
    const { refusal } = await reportable(deps, scope, videoCheckId, requestId);
    if (refusal) return refusal;
    if (await hasRunningReport(deps.db, videoCheckId)) return isRunning();
    return { outcome: 'quoted', lines: [{ item: 'video_report', quantity: 1 }], laterLines: [] };
  };
}

/**
 * Inserts a report with the findings of its check, so that its writer needs no other service, and returns the line to
 * charge, named by the report.
 */
function prepare(deps: Deps): Handlers['prepare'] {
  const { db } = deps;
  const idOfReport = idSchema('report');
  const lineOf = (lineId: string): BillLine => ({ lineId, item: 'video_report', quantity: 1 });
  const prepared = (id: string) => ({ outcome: 'prepared' as const, lines: [lineOf(id)] });
  return async ({ operationId: id, scope, deadlineMs, videoCheckId }, { requestId }) => {
    if (scope.siteId !== mainSite.id) return noReports(scope.siteId);
    if (!idOfReport.safeParse(id).success) {
      return refused('invalid_request', 'operationId must be an id of the form report_…');
    }
    if (await isKnownReport(db, id)) return prepared(id);
    const { findings, refusal } = await reportable(deps, scope, videoCheckId, requestId);
    if (refusal) return refusal;
    const outcome = await insertReport(db, { id, videoCheckId, scope, deadlineMs, findings });
    if (outcome === 'too_late') return { outcome };
    if (outcome === 'already_running') return isRunning();
    return prepared(id);
  };
}
