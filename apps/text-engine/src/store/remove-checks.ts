import type { Scope } from '@redline/contracts';
import { idsIn, planAnew, scopeColumn } from '@redline/service-kit/db';
import { sql } from 'kysely';
import { deleteCheck } from './delete-check.ts';
import { removeEndedChecks } from './remove-ended-checks.ts';
import type { Db } from './tables.ts';

/** Cancelled in one call: each is a transaction of its own, and an account has few that are under way. */
const cancelledMax = 50;

/**
 * Removes checks of an account that is being erased. One that is processing, or whose rewrite is, is deleted as by its
 * client, which cancels it and refunds it; the row of it goes with those of deleted checks. The others go at once, as
 * when their retention has passed, but nobody asks for them any more: no event tells of them, and counts of lists are not
 * kept up; they are removed when no check is left.
 * @returns how many were removed or cancelled, at most `limit`
 */
export async function removeChecks(
  db: Db,
  accountId: string,
  { limit, requestId }: { readonly limit: number; readonly requestId: string },
): Promise<number> {
  const { rows } = await sql<{ id: string; isOpen: boolean; scope: Scope }>`${planAnew}
    select id, ${scopeColumn}, (status = 'processing' or fix_status is not distinct from 'processing') as "isOpen"
    from text_checks where account_id = ${accountId} and deleted_at is null limit ${limit}::bigint`.execute(
    db,
  );
  const open = rows.filter(({ isOpen }) => isOpen).slice(0, cancelledMax);
  for (const { id, scope } of open) {
    await db.transaction().execute((trx) => deleteCheck(trx, { id, scope, requestId }));
  }
  const ended = rows.flatMap(({ id, isOpen }) => (isOpen ? [] : [id]));
  const { rows: removed } = await sql`${planAnew}
    with ${removeEndedChecks(idsIn(ended), ended.length)} select from removed`.execute(db);
  return open.length + removed.length;
}
