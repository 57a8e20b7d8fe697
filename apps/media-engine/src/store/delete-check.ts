import type { Scope } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { batchOf } from '../domain/batch-of.ts';
import type { CheckKind } from './check-kinds.ts';
import type { Trx } from './tables.ts';

/** A check that was deleted from its scope. */
export interface DeletedCheck {
  /** It was still processing: its credits are refunded. */
  readonly isCancelled: boolean;
  /** URL of its file. */
  readonly url: string;
}

/**
 * Deletes a check from its scope, erases its content and findings, and writes the deleted event. One that is still
 * processing is cancelled, and the cancelled event, its refund, is written. An item of a batch can be deleted before it is
 * listed, because its batch is deleted with its items.
 * @returns undefined if the scope has no such check
 */
export async function deleteCheck(
  trx: Trx,
  kind: CheckKind,
  check: { readonly id: string; readonly scope: Scope; readonly requestId?: string | undefined },
): Promise<DeletedCheck | undefined> {
  const { id, scope, requestId } = check;
  const { rows } = await sql<{ status: string; at: Date; url: string; batchId: string | null }>`
    with found as (
      select id, ${kind.url} as url from ${sql.table(kind.table)}
      where id = ${id} and ${inScope(scope)} and (listed or (batch_id is not null and deleted_at is null)) for update
    )
    update ${sql.table(kind.table)} checked set
      status = case status when 'processing' then 'cancelled' else status end, listed = false,
      deleted_at = now(), updated_at = now(), lease_until = null, last_error = null, ${kind.erased}
    from found where checked.id = found.id
    returning checked.status, checked.updated_at as at, found.url, checked.batch_id as "batchId"`.execute(
    trx,
  );
  const [gone] = rows;
  if (!gone) return undefined;
  const isCancelled = gone.status === 'cancelled';
  const at = { occurredAt: gone.at.toISOString(), ...batchOf(gone.batchId) };
  const payload = { version: 1, id, scope, ...at } as const;
  const events = isCancelled ? [kind.events.cancelled, kind.events.deleted] : [kind.events.deleted];
  await appendOutbox(
    trx,
    events.map((row) => eventMessage(row, payload, { requestId })),
  );
  return { isCancelled, url: gone.url };
}
