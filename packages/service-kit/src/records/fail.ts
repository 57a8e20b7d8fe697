import { type RawBuilder, sql, type Transaction } from 'kysely';
import { appendOutbox, type OutboxTables } from '../outbox/index.ts';
import { isProcessing } from './conditions.ts';
import type { RecordKind } from './record-kind.ts';

/** Why a record fails and under which condition. */
export interface RecordFailure {
  readonly id: string;
  /** A word for programs, such as `never_taken`; the failed event carries it. */
  readonly reason: string;
  /** Over the columns of the record: who may fail it (see `conditions.ts`). */
  readonly condition: RawBuilder<boolean>;
  /** For an operator; nothing of the content. The one that is there stays where it is left out. */
  readonly lastError?: string | null;
  readonly requestId?: string | undefined;
}

/**
 * Fails a record that is still processing and meets the condition, and writes the failed event: its refund. Both are in
 * one transaction, so that a record never fails without its refund, nor is refunded and goes on.
 * @returns false when there is no such record any more; nothing was written then
 */
export async function failRecord<DB extends OutboxTables, N extends object>(
  trx: Transaction<DB>,
  kind: RecordKind<DB, N>,
  { id, reason, condition, lastError = null, requestId }: RecordFailure,
): Promise<boolean> {
  const { table, onFail = {} } = kind;
  if (kind.lockFirst && !(await kind.lockFirst(trx, id))) return false;
  const { rows } = await sql<N & { readonly occurredAt: Date }>`
    with failed as (
      update ${sql.table(table)} set status = 'failed', failure_reason = ${reason},
        last_error = coalesce(${lastError}, last_error), lease_until = null, updated_at = now()
        ${onFail.set ? sql`, ${onFail.set}` : sql``}
      -- Of two who fail it, or of one who fails and one who finishes it, the second one finds another status.
      where id = ${id} and ${isProcessing} and ${condition}
      returning *
    ) ${onFail.with ? sql`, ${onFail.with}` : sql``}
    select ${kind.named}, updated_at as "occurredAt" from failed`.execute(trx);
  const [failed] = rows;
  if (!failed) return false;
  const messages = (await onFail.messages?.(trx, id)) ?? [];
  const end = { id, occurredAt: failed.occurredAt.toISOString(), reason, lastError };
  await appendOutbox(trx, [...messages, kind.failedMessage(failed, end, { requestId })]);
  return true;
}
