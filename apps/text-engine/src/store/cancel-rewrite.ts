import { rewriteEvents, type Scope } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { isProcessing } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Trx } from './tables.ts';

/** Cancels the running rewrite of a check that is being deleted, and writes its cancelled event: its refund. */
export async function cancelRewriteOf(
  trx: Trx,
  checkId: string,
  scope: Scope,
  requestId?: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: string; at: Date }>`
    update rewrites set status = 'cancelled', lease_until = null, updated_at = now()
    where check_id = ${checkId} and ${isProcessing}
    returning id, updated_at as at`.execute(trx);
  const [cancelled] = rows;
  if (!cancelled) return false;
  const { id, at } = cancelled;
  const payload = { version: 1, id, checkId, scope, occurredAt: at.toISOString() } as const;
  await appendOutbox(trx, [eventMessage(rewriteEvents.cancelled, payload, { requestId })]);
  return true;
}
