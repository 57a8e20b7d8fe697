import { erasureRequests, reportRequests, videoEvents } from '@redline/contracts';
import {
  consumeEvents,
  consumeJobs,
  joinRunning,
  type Running,
  serve,
  serveAll,
} from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import { startRetention } from '@redline/service-kit/partitions';
import { type SweepLimits, startSweeper } from '@redline/service-kit/records';
import type { Deps } from './deps.ts';
import { checkDeleted, createErasing, retainedReports } from './handlers/erase.ts';
import { eraseAccount } from './handlers/erase-account.ts';
import { reportJobHandler } from './handlers/report-job.ts';
import { reportHandlers } from './handlers/report-requests.ts';
import { sweepReports } from './handlers/sweep.ts';

export interface App {
  /** Answers requests, works on jobs and sweeps; stopping takes nothing new and waits for what runs. */
  readonly start: (limits: Limits, log: Logger) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly reportConcurrency: number;
  readonly sweep: SweepLimits;
  /** How long reports are kept; null for ever. */
  readonly reportRetentionDays: number | null;
}

/** Durable names of the consumers; never renamed, because jobs of the old consumer would never be taken. */
const jobConsumer = 'report';
const deletionConsumer = 'report-video-deleted';
/** Deletions that are worked on at the same time. */
const deletionConcurrency = 8;

/** Builds the report service from its dependencies. */
export function buildApp(deps: Deps): App {
  const { db, bus, job } = deps;
  return {
    async start(limits, log) {
      const jobs = await consumeJobs(bus, job, reportJobHandler(deps), {
        durable: jobConsumer,
        concurrency: limits.reportConcurrency,
      });
      const serving = { queue: 'report', concurrency: limits.requestConcurrency };
      const served = serveAll(bus, reportRequests, reportHandlers(deps), serving);
      const accounts = serve(bus, erasureRequests.report, eraseAccount(deps), serving);
      const sweeping = startSweeper((options) => sweepReports(deps, options), limits.sweep, log);
      const deletions = await consumeEvents(bus, videoEvents.deleted, checkDeleted(deps), {
        durable: deletionConsumer,
        concurrency: deletionConcurrency,
      });
      const erasing = startInterval(createErasing(deps), {
        name: 'erase reports',
        everyMs: limits.sweep.everyMs,
        log,
      });
      const retaining = startRetention(db, retainedReports(limits.reportRetentionDays), { log });
      return joinRunning([jobs, served, accounts, sweeping, deletions, erasing, retaining]);
    },
  };
}
