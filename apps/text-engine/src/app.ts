import { textRequests } from '@redline/contracts';
import { consumeJobs, type RequestHandlers, type Running, serveAll } from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import type { Deps } from './deps.ts';
import { abandon } from './handlers/abandon.ts';
import { deleteOne } from './handlers/delete.ts';
import { get } from './handlers/get.ts';
import { judgeJob } from './handlers/judge-job.ts';
import { list } from './handlers/list.ts';
import { prepare } from './handlers/prepare.ts';
import { reopen } from './handlers/reopen.ts';
import { createSweep } from './handlers/sweep.ts';
import { checkWrites } from './store/check-writes.ts';

export interface App {
  readonly requests: RequestHandlers<typeof textRequests>;
  /** Answers requests, works on jobs and sweeps; stopping takes nothing new and waits for what runs. */
  readonly start: (limits: Limits, log: Logger) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly jobConcurrency: number;
  readonly sweepEveryMs: number;
  readonly sweepNeverTakenMs: number;
  readonly sweepLeaseEndedMs: number;
  readonly sweepBatchSize: number;
}

/** The consumer's name on the server; never renamed, or the jobs of the old one would wait for nobody. */
const jobConsumer = 'text-engine';

/** The text engine, wired. */
export function buildApp(deps: Deps): App {
  const { db, bus, job } = deps;
  const writes = checkWrites(db, { leaseMs: job.ackWaitMs, maxAttempts: job.maxAttempts });
  const requests: RequestHandlers<typeof textRequests> = {
    prepare: prepare({ ...deps, writes }),
    abandon: abandon(deps),
    get: get(deps),
    list: list(deps),
    delete: deleteOne(deps),
    reopen: reopen(deps),
  };
  return {
    requests,
    async start(limits, log) {
      const jobs = await consumeJobs(bus, job, judgeJob({ ...deps, writes }), {
        durable: jobConsumer,
        concurrency: limits.jobConcurrency,
      });
      const served = serveAll(bus, textRequests, requests, {
        queue: 'text-engine',
        concurrency: limits.requestConcurrency,
      });
      const sweep = createSweep(deps, {
        neverTakenMs: limits.sweepNeverTakenMs,
        leaseEndedMs: limits.sweepLeaseEndedMs,
        batchSize: limits.sweepBatchSize,
        log,
      });
      const sweeping = startInterval(sweep, { name: 'sweep', everyMs: limits.sweepEveryMs, log });
      return {
        async stop() {
          await Promise.all([jobs, served, sweeping].map((running) => running.stop()));
        },
      };
    },
  };
}
