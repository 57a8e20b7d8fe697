import type { billingRequests } from '@redline/contracts';
import { type RequestHandler, retryLater } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { countAccounts } from '../store/accounts.ts';
import { claimAudit, newestAudit, releaseAudit } from '../store/audit/audits.ts';
import { type AuditReport, openAudit, runAudit } from './audit-run.ts';

const namedMax = 20;

type AuditDeps = Pick<Deps, 'auditDb' | 'auditTimeoutMs' | 'metrics' | 'now'>;

const runDepsOf = ({ auditDb: db, now }: AuditDeps) => ({ db, now });

/**
 * Answers an operator. What takes longer than the limit is answered as incomplete, with the audit to ask for again; an
 * asker who cannot ask again gets an error.
 */
export const audit =
  (deps: AuditDeps): RequestHandler<typeof billingRequests.audit> =>
  async ({ scope, auditId, mayContinue }) => {
    const endMs = performance.now() + deps.auditTimeoutMs;
    const followed = scope === 'new' ? (await newestAudit(deps.auditDb))?.id : undefined;
    const id = auditId ?? followed ?? (await openAudit(runDepsOf(deps)));
    const report = await runAudit(runDepsOf(deps), id, () => performance.now() >= endMs);
    if (!mayContinue && (!report || report.isHeldUp)) {
      throw retryLater(report ? heldUp : `not audited in ${deps.auditTimeoutMs} ms: ask with mayContinue`);
    }
    if (report) publish(deps, { differences: report.differences.length, finishedAt: deps.now() });
    const { charges, refunds, differences, isHeldUp } = report ?? nothingYet;
    const accounts = await countAccounts(deps.auditDb);
    return {
      outcome: 'audited',
      ...{ accounts, charges, refunds, differences: [...differences] },
      ...{ auditId: id, isComplete: report !== undefined, isHeldUp },
    };
  };

const heldUp = 'a transaction that has not ended holds up the audit of the newest rows';
const nothingYet: AuditReport = { charges: 0, refunds: 0, differences: [], isHeldUp: false };

/**
 * Audits what is new if that is due, in one replica; the first time, and until that has come to its end, the whole ledger.
 * Every replica then publishes what the last audit found.
 * @returns one turn, to be run at intervals
 */
export const auditWhenDue =
  (deps: AuditDeps, { everyMs, log }: { readonly everyMs: number; readonly log: Logger }) =>
  async (signal: AbortSignal): Promise<void> => {
    if (await claimAudit(deps.auditDb, { everyMs, now: deps.now() })) await auditNew(deps, signal, log);
    const newest = await newestAudit(deps.auditDb);
    if (newest?.finished_at) {
      publish(deps, { differences: newest.differences, finishedAt: newest.finished_at });
    }
  };

async function auditNew(deps: AuditDeps, signal: AbortSignal, log: Logger): Promise<void> {
  let report: AuditReport | undefined;
  try {
    const newest = await newestAudit(deps.auditDb);
    const id = newest?.id ?? (await openAudit(runDepsOf(deps)));
    report = await runAudit(runDepsOf(deps), id, () => signal.aborted);
  } finally {
    if (!report) await releaseAudit(deps.auditDb);
  }
  if (!report) return;
  const { differences, isHeldUp } = report;
  const found = { differences: differences.length, named: differences.slice(0, namedMax), isHeldUp };
  if (differences.length > 0) log.error(found, 'the ledger does not agree with itself');
  else if (isHeldUp) log.warn(found, heldUp);
  else log.info(found, 'audited what is new in the ledger');
}

function publish(
  { metrics }: AuditDeps,
  { differences, finishedAt }: { readonly differences: number; readonly finishedAt: Date },
): void {
  metrics.auditDifferences.set(differences);
  metrics.auditFinished.set(finishedAt.getTime() / 1_000);
}
