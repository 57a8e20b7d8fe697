import { type reportJob, reportSections } from '@redline/contracts';
import {
  attemptHandler,
  extendLease,
  type Lease,
  releaseLease,
  writeWithinLease,
} from '@redline/service-kit/attempts';
import type { MessageHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { failWithoutReport, giveUpReport } from '../store/fail-report.ts';
import { finishReport } from '../store/finish-report.ts';
import { keepSection, readSections } from '../store/sections.ts';
import { type TakenReport, takeReport } from '../store/take-report.ts';

const table = 'reports';

/** Takes, writes and finishes one report, section by section (see the README, "Guarantees"). */
export function reportJobHandler(deps: Deps): MessageHandler<(typeof reportJob)['payload']> {
  const { db, job, metrics, wakeRelay } = deps;
  const { ackWaitMs: leaseMs, maxAttempts } = job;
  return attemptHandler<(typeof reportJob)['payload'], TakenReport>({
    job,
    idOf: ({ id }) => id,
    take: (id) => takeReport(db, id, { leaseMs, maxAttempts }),
    work: (taken, lease, { charged }, { requestId }) => write(deps, taken, lease, { charged, requestId }),
    extend: (taken) => extendLease(db, table, taken, { leaseMs }),
    release: (taken, lastError) => releaseLease(db, table, taken, { lastError }),
    async giveUp(last, { requestId }) {
      const failed = await giveUpReport(db, { ...last, requestId });
      if (failed) wakeRelay();
      return failed;
    },
    async tellOfLost({ id, scope }, { requestId }) {
      await failWithoutReport(db, { id, scope, requestId });
      wakeRelay();
    },
    onEnd: (outcome) => metrics.attempts.inc({ outcome }),
  });
}

/** Goes on after the sections that are kept. */
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
    if (!(await writeWithinLease(lease, () => keepSection(db, taken, written)))) return 'overtaken';
    sections = written;
    wakeRelay();
  }
  const finished = await writeWithinLease(lease, () => finishReport(db, taken, sections, paid));
  if (!finished) return 'overtaken';
  wakeRelay();
  endTimer();
  return 'finished';
}
