import { type AuditReport, type AuditRunDeps, openAudit, runAudit } from '../src/handlers/audit-run.ts';
import type { Db } from '../src/store/tables.ts';

const runDeps = (db: Db): AuditRunDeps => ({ db, now: () => new Date() });

/** Audits the whole ledger. */
export async function auditWhole(db: Db): Promise<AuditReport> {
  return complete(db, await openAudit(runDeps(db)));
}

/** Carries an audit on to its end. */
export async function complete(db: Db, auditId: number): Promise<AuditReport> {
  const report = await runAudit(runDeps(db), auditId, () => false);
  if (!report) throw new Error('the audit was not carried to its end');
  return report;
}
