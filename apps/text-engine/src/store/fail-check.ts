import type { Scope } from '@redline/contracts';
import { textEvents } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { type RawBuilder, sql } from 'kysely';
import { batchOf } from './batch-of.ts';
import type { FailureReason, Trx } from './tables.ts';

interface Failed {
  readonly accountId: string;
  readonly siteId: Scope['siteId'];
  readonly tenantId: string;
  readonly batchId: string | null;
  readonly occurredAt: Date;
}

/**
 * Fails a check that is still processing and meets `condition`, and writes the failed event: its refund.
 * @param condition over the columns of `text_checks`
 * @returns false when there is no such check any more; nothing was written then
 */
export async function failCheck(
  trx: Trx,
  failure: {
    readonly id: string;
    readonly reason: FailureReason;
    readonly condition: RawBuilder<boolean>;
    readonly requestId?: string | undefined;
  },
): Promise<boolean> {
  const { id, reason, condition, requestId } = failure;
  const { rows } = await sql<Failed>`
    update text_checks
    set status = 'failed', failure_reason = ${reason}, lease_until = null, updated_at = now()
    where id = ${id} and status = 'processing' and ${condition}
    returning account_id as "accountId", site_id as "siteId", tenant_id as "tenantId",
      batch_id as "batchId", updated_at as "occurredAt"`.execute(trx);
  const failed = rows[0];
  if (!failed) return false;
  const { occurredAt, batchId, ...scope } = failed;
  const at = { occurredAt: occurredAt.toISOString(), ...batchOf(batchId) };
  const payload = { version: 1, id, scope, ...at, reason } as const;
  await appendOutbox(trx, [eventMessage(textEvents.failed, payload, { requestId })]);
  return true;
}
