import { limitStatements, planFreely } from '@redline/service-kit/db';
import { sql } from 'kysely';
import { auditChecks } from './audit-checks.ts';
import type { Db, Trx } from './tables.ts';

export interface Audit {
  readonly accounts: number;
  readonly charges: number;
  /** Refunded lines, without tombstones. */
  readonly refunds: number;
  /** One sentence for each difference from the entries; empty if there is none. */
  readonly differences: readonly string[];
}

const differencesMaxOfCheck = 200;

/**
 * Recomputes every balance from the entries, in one snapshot that locks nothing.
 * @param timeoutMs limit of each statement, longer than the role's
 * @returns the differences, at most 200 of each check with a last line that tells of the rest
 */
export async function audit(db: Db, { timeoutMs }: { readonly timeoutMs: number }): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await limitStatements(trx, timeoutMs);
      return { ...(await readCounts(trx)), differences: await findDifferences(trx) };
    });
}

/** Returns the differences, as the transaction sees the ledger. */
export async function findDifferences(trx: Trx): Promise<string[]> {
  await planFreely(trx);
  const differences: string[] = [];
  for (const check of auditChecks) differences.push(...(await differencesOf(trx, check)));
  return differences;
}

async function differencesOf(trx: Trx, check: string): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    ${sql.raw(check)} limit ${differencesMaxOfCheck + 1}`.execute(trx);
  const found = rows.map((row) => row.difference);
  if (found.length <= differencesMaxOfCheck) return found;
  return [...found.slice(0, differencesMaxOfCheck), 'and more of the same kind'];
}

async function readCounts(trx: Trx): Promise<Omit<Audit, 'differences'>> {
  const { rows } = await sql<Omit<Audit, 'differences'>>`
    select
      (select count(*) from accounts) as accounts,
      (select count(*) from charges) as charges,
      (select count(*) from refunds where charge_id is not null) as refunds`.execute(trx);
  return rows[0] ?? { accounts: 0, charges: 0, refunds: 0 };
}
