import { type Scope, textEvents } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { batchOf } from './batch-of.ts';
import { cancelRewriteOf } from './cancel-rewrite.ts';
import { countChecks } from './check-counts.ts';
import type { Trx } from './tables.ts';

/**
 * Takes a check out of its scope's list, erases the text and all that was found in it, and writes the deleted event. One
 * that is still processing is cancelled by that, and the cancelled event written: its refund; so is a rewrite of it.
 * @returns which of these it was, or `not_found` when the scope has no such check
 */
export async function deleteCheck(
  trx: Trx,
  check: { readonly id: string; readonly scope: Scope; readonly requestId?: string | undefined },
): Promise<'deleted' | 'cancelled' | 'rewrite_cancelled' | 'not_found'> {
  const { id, scope, requestId } = check;
  const { rows } = await sql<{ status: string; at: Date; batchId: string | null }>`
    with gone as (
      update text_checks set
        status = case status when 'processing' then 'cancelled' else status end,
        deleted_at = now(), updated_at = now(), lease_until = null, last_error = null, text = '',
        summary = null, findings = null, custom_findings = null, semantic_labels = null, considered = null,
        fixed_text = null, fixes = null
      where id = ${id} and account_id = ${scope.accountId} and site_id = ${scope.siteId}
        and tenant_id = ${scope.tenantId} and deleted_at is null
      returning status, updated_at as at, batch_id, account_id, site_id, tenant_id, product_vertical, platform
    ), counted as (
      ${countChecks('gone', -1)}
    )
    select status, at, batch_id as "batchId" from gone`.execute(trx);
  const gone = rows[0];
  if (!gone) return 'not_found';
  const isCancelled = gone.status === 'cancelled';
  const at = { occurredAt: gone.at.toISOString(), ...batchOf(gone.batchId) };
  const payload = { version: 1, id, scope, ...at } as const;
  const events = isCancelled ? [textEvents.cancelled, textEvents.deleted] : [textEvents.deleted];
  await appendOutbox(
    trx,
    events.map((row) => eventMessage(row, payload, { requestId })),
  );
  if (isCancelled) return 'cancelled';
  return (await cancelRewriteOf(trx, id, scope, requestId)) ? 'rewrite_cancelled' : 'deleted';
}
