import type { Scope } from '@redline/contracts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { type RawBuilder, sql } from 'kysely';
import { batchOf } from '../domain/batch-of.ts';
import type { CheckKind } from './check-kinds.ts';
import type { Trx } from './tables.ts';

/** Conditions under which a check may fail: whoever has it; an attempt that is still the last one; nobody has begun. */
export const whoeverHasIt = sql<boolean>`true`;
export const attemptIs = (attempt: number) => sql<boolean>`attempt = ${attempt}`;
export const untouched = attemptIs(0);

/** Why a check fails and under which condition. */
export interface CheckFailure {
  readonly id: string;
  /** A word for programs, such as `never_taken`; it is told with the event. */
  readonly reason: string;
  /** Over the columns of the kind's table. */
  readonly condition: RawBuilder<boolean>;
  /** For an operator; nothing of the content. */
  readonly lastError?: string | null;
  readonly requestId?: string | undefined;
}

/**
 * Fails a check that is still processing and meets the condition, and writes the failed event: its refund.
 * @returns false when there is no such check any more; nothing was written then
 */
export async function failCheck(trx: Trx, kind: CheckKind, failure: CheckFailure): Promise<boolean> {
  const { id, reason, condition, lastError = null, requestId } = failure;
  const { rows } = await sql<Scope & { batchId: string | null; occurredAt: Date }>`
    update ${sql.table(kind.table)}
    set status = 'failed', listed = true, failure_reason = ${reason}, last_error = coalesce(${lastError}, last_error),
      lease_until = null, updated_at = now() ${kind.failed}
    where id = ${id} and status = 'processing' and ${condition}
    returning ${scopeColumns}, batch_id as "batchId", updated_at as "occurredAt"`.execute(trx);
  const [failed] = rows;
  if (!failed) return false;
  const at = { occurredAt: failed.occurredAt.toISOString(), ...batchOf(failed.batchId) };
  const payload = { version: 1, id, scope: scopeOf(failed), ...at, reason } as const;
  await appendOutbox(trx, [eventMessage(kind.events.failed, payload, { requestId })]);
  return true;
}
