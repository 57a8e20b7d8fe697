import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Erases what a client submitted as one item, because it has deleted the item's check. The verdict stays: the result of
 * the batch was made of it, and it quotes nothing.
 * @returns `waiting` if the item must still be offered, and nothing was erased
 */
export async function eraseItem(
  db: Db,
  { checkId, batchId, scope }: { readonly checkId: string; readonly batchId: string; readonly scope: Scope },
): Promise<'erased' | 'waiting' | 'not_found'> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    update batch_items item set
      text = case when item.status = 'waiting' then text end,
      url = case when item.status = 'waiting' then url end,
      title = case when item.status = 'waiting' then title end
    from batches batch
    where item.check_id = ${checkId} and batch.id = item.batch_id and batch.id = ${batchId}
      and batch.account_id = ${scope.accountId} and batch.site_id = ${scope.siteId}
      and batch.tenant_id = ${scope.tenantId}
    returning item.status = 'waiting' as "isWaiting"`.execute(db);
  const [row] = rows;
  if (!row) return 'not_found';
  return row.isWaiting ? 'waiting' : 'erased';
}
