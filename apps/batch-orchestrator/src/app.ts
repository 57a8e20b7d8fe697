import { batchRequests, erasureRequests, exportPageMax, exportRequests } from '@redline/contracts';
import { consumeEvents, consumeJobs, type Running, serve, serveAll } from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import { startRetention } from '@redline/service-kit/partitions';
import { recordIdsHandler, type SweepLimits, startSweeper } from '@redline/service-kit/records';
import type { Deps } from './deps.ts';
import { deletionJobHandler } from './handlers/deletion-job.ts';
import { dispatchJobHandler } from './handlers/dispatch-job.ts';
import { eraseAccount } from './handlers/erase-account.ts';
import { checkDeleted, deletions } from './handlers/erase-item.ts';
import { followCheck, followed } from './handlers/follow.ts';
import { reconcileItems } from './handlers/reconcile-items.ts';
import { batchHandlers } from './handlers/requests.ts';
import { sweepBatches } from './handlers/sweep.ts';
import { isListed } from './store/account-batches.ts';
import { batchTable } from './store/batch-table.ts';
import { retainedBatches } from './store/erase-expired-batches.ts';

export interface App {
  /** Serves requests, jobs and events, and sweeps; stopping takes no new work and waits for what runs. */
  readonly start: (limits: Limits, log: Logger) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly batchConcurrency: number;
  readonly eventConcurrency: number;
  readonly eventAckWaitMs: number;
  readonly sweep: SweepLimits;
  readonly askEveryMs: number;
  readonly askSilentMs: number;
  readonly askBatchSize: number;
  /** How long batches are kept; null for ever. */
  readonly batchRetentionDays: number | null;
}

/** Durable names of consumers; never renamed, because jobs of the old consumer would never be taken. */
const batchConsumer = 'batch-orchestrator';
const deletionConsumer = 'batch-orchestrator-deletions';

/** Builds the batch orchestrator from its dependencies. */
export function buildApp(appDeps: Omit<Deps, 'stopping'>): App {
  const { bus, batchJob, batchDeletionJob } = appDeps;
  return {
    async start(limits, log) {
      const stopping = new AbortController();
      const deps: Deps = { ...appDeps, stopping: stopping.signal };
      const concurrency = limits.batchConcurrency;
      const dispatching = await consumeJobs(bus, batchJob, dispatchJobHandler(deps), {
        durable: batchConsumer,
        concurrency,
      });
      const deleting = await consumeJobs(bus, batchDeletionJob, deletionJobHandler(deps), {
        durable: deletionConsumer,
        concurrency,
      });
      const following = await Promise.all(
        followed.map((one) =>
          consumeEvents(bus, { ...one.row, ackWaitMs: limits.eventAckWaitMs }, followCheck(deps, one), {
            durable: one.durable,
            concurrency: limits.eventConcurrency,
          }),
        ),
      );
      const erasing = await Promise.all(
        deletions.map(({ row, durable }) =>
          consumeEvents(bus, { ...row, ackWaitMs: limits.eventAckWaitMs }, checkDeleted(deps), {
            durable,
            concurrency: limits.eventConcurrency,
          }),
        ),
      );
      const serving = { queue: 'batch-orchestrator', concurrency: limits.requestConcurrency };
      const served = serveAll(bus, batchRequests, batchHandlers(deps), serving);
      const listing = { isListed, pageMax: exportPageMax };
      const accounts = [
        serve(bus, erasureRequests['batch-orchestrator'], eraseAccount(deps), serving),
        serve(bus, exportRequests.batch, recordIdsHandler(deps.db, batchTable, listing), serving),
      ];
      const sweeping = startSweeper((options) => sweepBatches(deps, options), limits.sweep, log);
      const reconcile = reconcileItems(deps, {
        silentMs: limits.askSilentMs,
        batchSize: limits.askBatchSize,
        log,
      });
      const reconciling = startInterval(reconcile, {
        name: 'reconcile items',
        everyMs: limits.askEveryMs,
        log,
      });
      const retaining = startRetention(deps.db, retainedBatches(limits.batchRetentionDays), {
        log,
        onErased: deps.wakeRelay,
      });
      return {
        async stop() {
          stopping.abort();
          const all = [
            dispatching,
            deleting,
            ...following,
            ...erasing,
            served,
            ...accounts,
            sweeping,
            reconciling,
            retaining,
          ];
          await Promise.all(all.map((running) => running.stop()));
        },
      };
    },
  };
}
