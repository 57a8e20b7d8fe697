import { batchLane } from '@redline/contracts';
import { createSweep, type SweepOptions } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { checkRecords, lanes } from '../store/check-record.ts';
import { rewriteRecords } from '../store/rewrite-record.ts';

type SweepDeps = Pick<Deps, 'db' | 'bus' | 'job' | 'rewriteJob' | 'metrics' | 'wakeRelay'>;

/** Sweeps checks and rewrites that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepText(deps: SweepDeps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { db, bus, job, rewriteJob, metrics, wakeRelay } = deps;
  const checks = checkRecords(db, wakeRelay);
  const swept = [
    { records: checks, lane: lanes.singles, subjectOf: job.subjectOf },
    { records: checks, lane: lanes.batches, subjectOf: batchLane(job).subjectOf },
    { records: rewriteRecords(db, wakeRelay), subjectOf: rewriteJob.subjectOf },
  ];
  const onFailed = (reason: string) => metrics.swept.inc({ reason });
  return createSweep({ bus, onFailed }, swept, options);
}
