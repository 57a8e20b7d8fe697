import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { attemptIs, isProcessing } from './conditions.ts';
import type { RecordTable } from './record-kind.ts';
import type { Attempt } from './take.ts';

interface FencedWrite<R> {
  /** Columns to set, as `a = 1, b = 2`; `updated_at` is set with them. */
  readonly set: RawBuilder<unknown>;
  /** Condition under which the record is open for this write; `status = 'processing'` where left out. */
  readonly isOpen?: RawBuilder<boolean>;
  readonly returning?: RawBuilder<R> | undefined;
}

/**
 * Writes to a record, if this attempt is still the last one taken and nobody has ended the record meanwhile. So a
 * worker that was paused and overtaken writes nothing when it wakes up, however late that is: a lease says when another
 * may begin, and only this condition says who may write.
 * @returns what the row is now, with the time of the write; undefined when the record is somebody else's by now
 */
export async function writeFenced<DB, R extends object>(
  trx: Kysely<DB>,
  { table }: RecordTable,
  { id, attempt }: Attempt,
  { set, isOpen = isProcessing, returning }: FencedWrite<R>,
): Promise<(R & { readonly occurredAt: Date }) | undefined> {
  const { rows } = await sql<R & { readonly occurredAt: Date }>`
    update ${sql.table(table)} set ${set}, updated_at = now()
    where id = ${id} and ${attemptIs(attempt)} and ${isOpen}
    returning updated_at as "occurredAt" ${returning ? sql`, ${returning}` : sql``}`.execute(trx);
  return rows[0];
}

/**
 * Completes a record under the same condition, and ends its lease. Its completed event goes to the outbox in the
 * same transaction, by the caller.
 * @param write `set`: the result
 */
export const finishRecord = <DB, R extends object>(
  trx: Transaction<DB>,
  record: RecordTable,
  attempt: Attempt,
  { set, returning }: Omit<FencedWrite<R>, 'isOpen'>,
): Promise<(R & { readonly occurredAt: Date }) | undefined> =>
  writeFenced(trx, record, attempt, {
    set: sql`status = 'completed', lease_until = null, last_error = null, ${set}`,
    returning,
  });

/**
 * Locks a record for a write beside it, such as a part of its result, under the same condition.
 * @returns false when the record is somebody else's by now
 */
export async function lockFenced<DB>(
  trx: Transaction<DB>,
  { table, isOpen = isProcessing }: RecordTable,
  { id, attempt }: Attempt,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)}
    where id = ${id} and ${attemptIs(attempt)} and ${isOpen} for update`.execute(trx);
  return rows.length > 0;
}
