import { createSweep, type SweepOptions } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { reportRecords } from '../store/report-record.ts';

/** Creates the sweeper of reports that no worker will finish. @returns one turn, to be run at intervals */
export function sweepReports(
  { db, bus, job, metrics, wakeRelay }: Pick<Deps, 'db' | 'bus' | 'job' | 'metrics' | 'wakeRelay'>,
  options: SweepOptions,
): (signal: AbortSignal) => Promise<void> {
  const reports = { records: reportRecords(db, wakeRelay), subjectOf: job.subjectOf };
  const onFailed = (reason: string) => metrics.swept.inc({ reason });
  return createSweep({ bus, onFailed }, [reports], options);
}
