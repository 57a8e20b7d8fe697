import { batchLane } from '@redline/contracts';
import { createSweep, type SweepOptions, type Swept } from '@redline/service-kit/attempts';
import type { Deps } from '../deps.ts';
import { isProcessingOn } from '../store/batch-of.ts';
import { failCheck } from '../store/fail-check.ts';
import { failRewrite } from '../store/fail-rewrite.ts';

type SweepDeps = Pick<Deps, 'db' | 'bus' | 'job' | 'rewriteJob' | 'metrics' | 'wakeRelay'>;

/** Sweeps checks and rewrites that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepText(deps: SweepDeps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { db, bus, job, rewriteJob, metrics, wakeRelay } = deps;
  const checks = {
    table: 'text_checks',
    fail: (failure) => db.transaction().execute((trx) => failCheck(trx, failure)),
  } satisfies Omit<Swept, 'subjectOf'>;
  const swept: readonly Swept[] = [
    { ...checks, isOpen: isProcessingOn.singles, subjectOf: job.subjectOf },
    { ...checks, isOpen: isProcessingOn.batches, subjectOf: batchLane(job).subjectOf },
    {
      table: 'rewrites',
      subjectOf: rewriteJob.subjectOf,
      fail: (failure) => db.transaction().execute((trx) => failRewrite(trx, failure)),
    },
  ];
  const onFailed = (reason: string) => {
    wakeRelay();
    metrics.swept.inc({ reason });
  };
  return createSweep({ db, bus, onFailed }, swept, options);
}
