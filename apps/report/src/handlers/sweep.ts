import { createSweep, type SweepOptions, type Swept } from '@redline/service-kit/attempts';
import type { Deps } from '../deps.ts';
import { failReport } from '../store/fail-report.ts';

/** Sweeps reports that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepReports(
  { db, bus, job, metrics, wakeRelay }: Pick<Deps, 'db' | 'bus' | 'job' | 'metrics' | 'wakeRelay'>,
  options: SweepOptions,
): (signal: AbortSignal) => Promise<void> {
  const reports: Swept = {
    table: 'reports',
    subjectOf: job.subjectOf,
    fail: (failure) => db.transaction().execute((trx) => failReport(trx, failure)),
  };
  const onFailed = (reason: string) => {
    wakeRelay();
    metrics.swept.inc({ reason });
  };
  return createSweep({ db, bus, onFailed }, [reports], options);
}
