import type { Scope } from '@redline/contracts';
import type { Evaluation } from '@redline/rule-engine/evaluate';
import { sql } from 'kysely';
import type { CheckStatus, FixStatus, StoredFix, Trx } from './tables.ts';

export interface LockedCheck {
  readonly status: CheckStatus;
  readonly summary: Evaluation['summary'] | null;
  readonly fixStatus: FixStatus | null;
  readonly fixes: readonly StoredFix[] | null;
  /** Null but on the main site. */
  readonly productVertical: string | null;
}

/**
 * Locks a check that was not deleted. Whoever changes a rewrite and its check takes this first, so that none waits for
 * another in a circle.
 */
export async function lockCheck(
  trx: Trx,
  id: string,
  scope: Scope | null = null,
): Promise<LockedCheck | undefined> {
  const isInScope = scope
    ? sql`account_id = ${scope.accountId} and site_id = ${scope.siteId} and tenant_id = ${scope.tenantId}`
    : sql`true`;
  const { rows } = await sql<LockedCheck>`
    select status, summary, fix_status as "fixStatus", fixes, product_vertical as "productVertical"
    from text_checks where id = ${id} and deleted_at is null and ${isInScope} for update`.execute(trx);
  return rows[0];
}

/** The check that a rewrite is of; it never changes. */
export async function checkOfRewrite(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('rewrites').select('check_id').where('id', '=', id).executeTakeFirst();
  return row?.check_id;
}

/** Shows on a check what has become of its rewrite. */
export async function showFixStatus(trx: Trx, checkId: string, status: FixStatus | null): Promise<void> {
  await sql`update text_checks set fix_status = ${status}, updated_at = now()
    where id = ${checkId} and deleted_at is null`.execute(trx);
}
