import { once } from 'node:events';
import {
  type ReportEvent,
  reportEventSchema,
  reportJob,
  reportRequests,
  reportStream,
  type Scope,
} from '@redline/contracts';
import { type Bus, call, subscribe } from '@redline/service-kit/bus';
import { hear, watchFrom } from '../domain/report-watch.ts';
import { asked } from './asked.ts';
import { ownerPorts, type Submitted } from './owner.ts';

/** The owner's part in the submission of a report. */
export function reportSubmission(bus: Bus, submission: Submitted & { readonly videoCheckId: string }) {
  const { operationId, scope, videoCheckId } = submission;
  const { abandon, prepare } = reportRequests;
  return ownerPorts(bus, submission, {
    prepare: (deadlineMs, options) =>
      call(bus, prepare, { operationId, scope, deadlineMs, videoCheckId }, options),
    abandon,
    job: reportJob,
  });
}

/** The newest finished report of a check, null when there is none, or undefined without such a check. */
export async function latestReport(bus: Bus, scope: Scope, videoCheckId: string, requestId: string) {
  const reply = await call(bus, reportRequests.latest, { scope, videoCheckId }, { requestId });
  return reply.outcome === 'found' ? reply.report : undefined;
}

/** One report of a check. */
export interface ReportOf {
  readonly scope: Scope;
  readonly videoCheckId: string;
  readonly reportId: string;
  readonly requestId: string;
}

/** What can be told of a report after an event, or of it at first; undefined when there is no such report. */
export async function storedEvents(
  bus: Bus,
  { scope, videoCheckId, reportId, requestId }: ReportOf,
  after: number,
): Promise<readonly ReportEvent[] | undefined> {
  const question = { scope, videoCheckId, reportId, after };
  const reply = await call(bus, reportRequests.events, question, { requestId });
  return reply.outcome === 'found' ? reply.events : undefined;
}

/** More live events than this do not wait for a client: it gets them from the owner. */
const heardMax = 1_000;
/** How soon the owner is asked for what was missed between live events. */
const gapMs = 250;

/**
 * The events of a report after one, each once and in order, until the last, or until `signal` is aborted. Live events
 * only save time: their owner is asked for what is stored at first, when one is missing, and every `askEveryMs`.
 * What the bus or the owner does is no failure: it is asked again.
 */
export async function* followReport(
  bus: Bus,
  report: ReportOf,
  from: { readonly after: number; readonly askEveryMs: number; readonly signal: AbortSignal },
): AsyncGenerator<ReportEvent, void> {
  const { signal, askEveryMs } = from;
  const heard: ReportEvent[] = [];
  const news = new EventTarget();
  const row = { subject: reportStream.subjectOf(report.reportId), payload: reportEventSchema };
  const live = subscribe(bus, row, (event) => {
    if (heard.length < heardMax) heard.push(event);
    news.dispatchEvent(new Event('event'));
  });
  try {
    let watch = watchFrom(from.after);
    let askAtMs = 0;
    while (!signal.aborted) {
      const isDue = performance.now() >= askAtMs;
      const stored = isDue ? await asked(() => storedEvents(bus, report, watch.sent)) : undefined;
      const told = (stored?.end === 'answered' && stored.answer) || [];
      const step = hear(watch, [...told, ...heard.splice(0)]);
      watch = step.watch;
      yield* step.send;
      if (step.isOver) return;
      // An owner may tell a part, so what it told is not taken for all.
      if (isDue) askAtMs = performance.now() + (told.length > 0 ? 0 : askEveryMs);
      if (step.hasGap) askAtMs = Math.min(askAtMs, performance.now() + gapMs);
      const waitMs = Math.ceil(askAtMs - performance.now());
      if (heard.length === 0 && waitMs > 0) await newsWithin(news, waitMs, signal);
    }
  } finally {
    await live.stop();
  }
}

async function newsWithin(news: EventTarget, ms: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const timer = setTimeout(() => done.abort(), ms);
  try {
    await once(news, 'event', { signal: AbortSignal.any([signal, done.signal]) });
  } catch (error) {
    if (!signal.aborted && !done.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}
