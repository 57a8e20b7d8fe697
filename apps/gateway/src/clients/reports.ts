import { once } from 'node:events';
import { type ReportEvent, reportEventSchema, reportRequests, reportStream } from '@redline/contracts';
import { call, subscribe } from '@redline/service-kit/bus';
import { receiveEvents, watchFrom } from '../domain/report-watch.ts';
import type { CallContext } from './call-context.ts';
import { tryCall } from './try-call.ts';

/** Returns the newest finished report of a check, null if there is none; undefined without such a check. */
export async function latestReport({ bus, scope, requestId }: CallContext, videoCheckId: string) {
  const reply = await call(bus, reportRequests.latest, { scope, videoCheckId }, { requestId });
  return reply.outcome === 'found' ? reply.report : undefined;
}

/** The key of one report of a check. */
export interface ReportKey {
  readonly videoCheckId: string;
  readonly reportId: string;
}

/**
 * Returns the stored events of a report after the number `after`, maybe not all; undefined if there is no such report.
 */
export async function storedEvents(
  { bus, scope, requestId }: CallContext,
  report: ReportKey,
  after: number,
): Promise<readonly ReportEvent[] | undefined> {
  const reply = await call(bus, reportRequests.events, { scope, ...report, after }, { requestId });
  return reply.outcome === 'found' ? reply.events : undefined;
}

/** The maximum of live events that wait for a slow client; it gets the others from the owner. */
const liveMax = 1_000;
/** The delay before the owner is asked for events missing between live ones. */
const gapMs = 250;

/**
 * Yields the events of a report after one, each once and in order, until the last, until the report is gone because its
 * check was deleted, or until `signal` is aborted. Live events only save time: the stored events are read at first, when
 * one is missing, and every `askEveryMs`. A failed read is repeated.
 */
export async function* followReport(
  context: CallContext,
  report: ReportKey,
  from: { readonly after: number; readonly askEveryMs: number; readonly signal: AbortSignal },
): AsyncGenerator<ReportEvent, void> {
  const { signal, askEveryMs } = from;
  const live: ReportEvent[] = [];
  const arrivals = new EventTarget();
  const row = { subject: reportStream.subjectOf(report.reportId), payload: reportEventSchema };
  const subscription = subscribe(context.bus, row, (event) => {
    if (live.length < liveMax) live.push(event);
    arrivals.dispatchEvent(new Event('event'));
  });
  try {
    let watch = watchFrom(from.after);
    let askAtMs = 0;
    while (!signal.aborted) {
      const isDue = performance.now() >= askAtMs;
      const read = isDue ? await tryCall(() => storedEvents(context, report, watch.sent)) : undefined;
      if (read?.end === 'answered' && !read.answer) return;
      const stored = (read?.end === 'answered' && read.answer) || [];
      const step = receiveEvents(watch, [...stored, ...live.splice(0)]);
      watch = step.watch;
      yield* step.send;
      if (step.isOver) return;
      // One reply may hold a part of the events, so the next is asked for at once.
      if (isDue) askAtMs = performance.now() + (stored.length > 0 ? 0 : askEveryMs);
      if (step.hasGap) askAtMs = Math.min(askAtMs, performance.now() + gapMs);
      const waitMs = Math.ceil(askAtMs - performance.now());
      if (live.length === 0 && waitMs > 0) await eventWithin(arrivals, waitMs, signal);
    }
  } finally {
    await subscription.stop();
  }
}

async function eventWithin(target: EventTarget, ms: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const timer = setTimeout(() => done.abort(), ms);
  try {
    await once(target, 'event', { signal: AbortSignal.any([signal, done.signal]) });
  } catch (error) {
    if (!signal.aborted && !done.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}
