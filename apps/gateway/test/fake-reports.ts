import {
  type ReportEvent,
  reportEventSchema,
  reportRequests,
  reportStream,
  type Scope,
} from '@redline/contracts';
import { type Bus, broadcast, type Running, serveAll } from '@redline/service-kit/bus';
import type { z } from 'zod';

type Report = Extract<z.output<(typeof reportRequests)['latest']['reply']>, { outcome: 'found' }>['report'];

interface ReportRow {
  readonly scope: Scope;
  readonly videoCheckId: string;
  /** The stored events. */
  readonly stored: ReportEvent[];
  status: 'processing' | 'failed';
  attempt: number;
}

/** A report service's reports, and how it behaves. */
export interface FakeReports {
  readonly reports: Map<string, ReportRow>;
  /** By the id of its check; null for a check without one. */
  readonly latest: Map<string, Report>;
  /** The number after which each question for events was. */
  readonly asked: number[];
  /** Why a report is refused. */
  refusal: { readonly code: 'invalid_request' | 'not_found'; readonly message: string } | null;
  /** While true, the events of a report are not answered. */
  isSilent: boolean;
}

export const createFakeReports = (): FakeReports => ({
  reports: new Map(),
  latest: new Map(),
  asked: [],
  refusal: null,
  isSilent: false,
});

/** The shared behaviour of the fake services. */
interface Surroundings {
  readonly withFault: <T>(step: 'prepare' | 'abandon', id: string, act: () => T) => Promise<T>;
  readonly refund: (operationId: string) => void;
}

/** Answers what the gateway asks about reports, over a real bus. */
export function serveReports(bus: Bus, state: FakeReports, around: Surroundings): Running {
  const { reports } = state;
  return serveAll(
    bus,
    reportRequests,
    {
      prepare: ({ operationId, scope, videoCheckId }) =>
        around.withFault('prepare', operationId, () => {
          if (state.refusal) return { outcome: 'refused' as const, ...state.refusal };
          if (!reports.has(operationId)) {
            const stored: ReportEvent[] = [
              { number: 1, event: 'report_start', data: { reportId: operationId } },
            ];
            reports.set(operationId, { scope, videoCheckId, stored, status: 'processing', attempt: 0 });
          }
          const line = { lineId: operationId, item: 'video_report' as const, quantity: 1 };
          return { outcome: 'prepared' as const, lines: [line] };
        }),
      quote: async () =>
        state.refusal
          ? { outcome: 'refused' as const, ...state.refusal }
          : {
              outcome: 'quoted' as const,
              lines: [{ item: 'video_report' as const, quantity: 1 }],
              laterLines: [],
            },
      abandon: ({ operationId, reason }) =>
        around.withFault('abandon', `${operationId} ${reason}`, () => {
          if (reason === 'refused') reports.delete(operationId);
          else around.refund(operationId);
          return { outcome: 'abandoned' as const };
        }),
      reopen: async () => ({ outcome: 'not_found' as const }),
      statuses: async () => ({ records: [] }),
      async events({ scope, videoCheckId, reportId, after }) {
        if (state.isSilent) throw new Error('silent');
        state.asked.push(after);
        const row = reports.get(reportId);
        const isOwn = JSON.stringify(row?.scope) === JSON.stringify(scope);
        if (!row || !isOwn || row.videoCheckId !== videoCheckId) return { outcome: 'not_found' as const };
        return { outcome: 'found' as const, events: row.stored.filter(({ number }) => number > after) };
      },
      async latest({ videoCheckId }) {
        const report = state.latest.get(videoCheckId);
        return report === undefined
          ? { outcome: 'not_found' as const }
          : { outcome: 'found' as const, report };
      },
    },
    { queue: 'report', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}

/** Broadcasts an event of a report. */
export const broadcastEvent = (bus: Bus, reportId: string, event: ReportEvent) =>
  broadcast(bus, { subject: reportStream.subjectOf(reportId), payload: reportEventSchema }, event);
