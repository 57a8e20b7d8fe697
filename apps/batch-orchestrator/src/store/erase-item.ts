import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Erases what a client submitted as one item, and the labels of its verdict, which may quote it, because the client has
 * deleted the item's check. Level and counts stay: the result of the batch was made of them.
 * @returns `open` if the item has not ended, so that its verdict is still to come, and nothing was erased; `not_found` also
 *   of a deleted batch, which has no content
 */
export async function eraseItem(
  db: Db,
  { checkId, batchId, scope }: { readonly checkId: string; readonly batchId: string; readonly scope: Scope },
): Promise<'erased' | 'open' | 'not_found'> {
  const { rows } = await sql<{ isDone: boolean }>`
    with found as (
      select item.check_id, item.status in ('completed', 'failed')
        and item.verdict->>'transcriptStatus' is distinct from 'processing' as done
      from batch_items item join batches batch on batch.id = item.batch_id
      where item.check_id = ${checkId} and batch.id = ${batchId} and batch.deleted_at is null
        and batch.account_id = ${scope.accountId} and batch.site_id = ${scope.siteId}
        and batch.tenant_id = ${scope.tenantId}
      for update of item
    ), erased as (
      update batch_items item set text = null, url = null, title = null,
        verdict = (item.verdict::jsonb - 'labels')::json
      from found where item.check_id = found.check_id and found.done
    )
    select done as "isDone" from found`.execute(db);
  const [row] = rows;
  if (!row) return 'not_found';
  return row.isDone ? 'erased' : 'open';
}
