import { randomUUID } from 'node:crypto';
import { hasMessage, isTransient, streamNames } from '@redline/service-kit/bus';
import { createSweep, type SweepOptions } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { overdueRemovals, requeueRemoval } from '../store/delete-batch.ts';
import { batchRecords } from './batch-records.ts';

/**
 * Creates the sweeper, which gives up batches that no worker will dispatch, and queues deletions again whose job is lost.
 * @returns one turn, to be run at intervals
 */
export function sweepBatches(deps: Deps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { bus, batchJob, metrics } = deps;
  const onFailed = (reason: string) => metrics.swept.inc({ reason });
  const batches = { records: batchRecords(deps), subjectOf: batchJob.subjectOf };
  const sweep = createSweep({ bus, onFailed }, [batches], options);
  return async (signal) => {
    await sweep(signal);
    if (!signal.aborted) await sweepRemovals(deps, options);
  };
}

async function sweepRemovals(deps: Deps, { neverTakenMs, batchSize, log }: SweepOptions): Promise<void> {
  const { db, bus, batchDeletionJob, metrics, wakeRelay } = deps;
  try {
    for (const overdue of await overdueRemovals(db, { overdueMs: neverTakenMs, limit: batchSize })) {
      if (await hasMessage(bus, streamNames.jobs, batchDeletionJob.subjectOf(overdue.id))) continue;
      await requeueRemoval(db, overdue, {
        requestId: randomUUID(),
        messageId: `delete:${overdue.id}:${randomUUID()}`,
      });
      metrics.swept.inc({ reason: 'deletion_lost' });
      log.warn({ id: overdue.id }, 'the job of a deletion was lost; it is queued again');
      wakeRelay();
    }
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'NATS or Postgres does not answer: no deletions are swept');
  }
}
