import { type reportJob, reportSections } from '@redline/contracts';
import type { MessageHandler } from '@redline/service-kit/bus';
import { attemptHandler, type Lease, writeWithinLease } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { finishReport } from '../store/finish-report.ts';
import { readSections } from '../store/read-sections.ts';
import { reportRecords } from '../store/report-record.ts';
import { storeSection } from '../store/store-section.ts';
import { type TakenReport, takeReport } from '../store/take-report.ts';

/** Takes, writes and finishes one report, section by section (see the README, "Guarantees"). */
export function reportJobHandler(deps: Deps): MessageHandler<(typeof reportJob)['payload']> {
  const { db, job, metrics, wakeRelay } = deps;
  return attemptHandler({
    records: reportRecords(db, wakeRelay),
    job,
    take: (id, limits) => takeReport(db, id, limits),
    work: (taken, lease, { charged }, { requestId }) => write(deps, taken, lease, { charged, requestId }),
    extendsLease: true,
    onEnd: (outcome) => metrics.attempts.inc({ outcome }),
  });
}

/** Goes on after the sections that are stored. */
async function write(
  { db, writeSection, timeoutMs, metrics, wakeRelay }: Deps,
  taken: TakenReport,
  lease: Lease,
  paid: { readonly charged: number; readonly requestId: string },
): Promise<'finished' | 'overtaken'> {
  const endTimer = metrics.writeSeconds.startTimer();
  const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(timeoutMs)]);
  let sections = await readSections(db, taken.id);
  for (const heading of reportSections.slice(sections.length)) {
    signal.throwIfAborted();
    const section = await writeSection(heading, taken.findings);
    const written = [...sections, section];
    if (!(await writeWithinLease(lease, () => storeSection(db, taken, written)))) return 'overtaken';
    sections = written;
    wakeRelay();
  }
  const finished = await writeWithinLease(lease, () => finishReport(db, taken, sections, paid));
  if (!finished) return 'overtaken';
  wakeRelay();
  endTimer();
  return 'finished';
}
