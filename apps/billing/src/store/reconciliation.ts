import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Takes the comparison that is due, once for all replicas.
 * @returns until when the last one compared (null: never), or undefined when none is due
 */
export async function claimReconciliation(
  db: Db,
  { everyMs, now }: { readonly everyMs: number; readonly now: Date },
): Promise<{ readonly comparedUntil: Date | null } | undefined> {
  const { rows } = await sql<{ comparedUntil: Date | null }>`
    update reconciliation set begun_at = ${now}
    where begun_at is null or begun_at <= ${new Date(now.getTime() - everyMs)}
    returning compared_until as "comparedUntil"`.execute(db);
  return rows[0];
}

/** Records until when was compared. */
export async function endReconciliation(db: Db, comparedUntil: Date): Promise<void> {
  await sql`update reconciliation set compared_until = greatest(compared_until, ${comparedUntil})`.execute(
    db,
  );
}

/** Gives back a comparison that could not be made, so that it is due again at the next turn. */
export async function releaseReconciliation(db: Db): Promise<void> {
  await sql`update reconciliation set begun_at = null`.execute(db);
}
