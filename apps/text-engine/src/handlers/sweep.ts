import { createSweep, type SweepOptions, type Swept } from '@redline/service-kit/attempts';
import type { Deps } from '../deps.ts';
import { failCheck } from '../store/fail-check.ts';
import { failRewrite } from '../store/fail-rewrite.ts';

type SweepDeps = Pick<Deps, 'db' | 'bus' | 'job' | 'rewriteJob' | 'metrics' | 'wakeRelay'>;

/** Sweeps checks and rewrites that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepText(deps: SweepDeps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { db, bus, job, rewriteJob, metrics, wakeRelay } = deps;
  const swept: readonly Swept[] = [
    {
      table: 'text_checks',
      subjectOf: job.subjectOf,
      fail: (failure) => db.transaction().execute((trx) => failCheck(trx, failure)),
    },
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
