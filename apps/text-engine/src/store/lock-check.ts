import type { Scope } from '@redline/contracts';
import type { Evaluation } from '@redline/rule-engine/evaluate';
import { inScope } from '@redline/service-kit/db';
import { type RawBuilder, sql } from 'kysely';
import type { CheckStatus, FixStatus, StoredFix } from '../domain/text-check.ts';
import type { Db, Trx } from './tables.ts';

export interface LockedCheck {
  readonly id: string;
  readonly status: CheckStatus;
  readonly summary: Evaluation['summary'] | null;
  readonly fixStatus: FixStatus | null;
  readonly fixes: readonly StoredFix[] | null;
  /** Null but on the main site. */
  readonly productVertical: string | null;
}

/**
 * Locks a check of this scope that was not deleted. Whoever changes a rewrite and its check takes this lock first, so
 * that none waits for another in a circle.
 */
export const lockCheck = (trx: Trx, id: string, scope: Scope): Promise<LockedCheck | undefined> =>
  lock(trx, sql`id = ${id} and ${inScope(scope)}`);

/** Reads the same of a check without locking it. */
export const readCheck = (db: Db, id: string, scope: Scope): Promise<LockedCheck | undefined> =>
  select(db, sql`id = ${id} and ${inScope(scope)}`, sql``);

/** Locks the check of a rewrite; which one it is never changes. */
export const lockCheckOf = (trx: Trx, rewriteId: string): Promise<LockedCheck | undefined> =>
  lock(trx, sql`id = (select check_id from rewrites where id = ${rewriteId})`);

const lock = (trx: Trx, which: RawBuilder<unknown>) => select(trx, which, sql`for update`);

async function select(
  db: Db,
  which: RawBuilder<unknown>,
  locking: RawBuilder<unknown>,
): Promise<LockedCheck | undefined> {
  const { rows } = await sql<LockedCheck>`
    select id, status, summary, fix_status as "fixStatus", fixes, product_vertical as "productVertical"
    from text_checks where ${which} and deleted_at is null ${locking}`.execute(db);
  return rows[0];
}

/** Sets the state of a check's rewrite; null where it has none. */
export async function setFixStatus(trx: Trx, checkId: string, status: FixStatus | null): Promise<void> {
  await sql`update text_checks set fix_status = ${status}, updated_at = now()
    where id = ${checkId} and deleted_at is null`.execute(trx);
}
