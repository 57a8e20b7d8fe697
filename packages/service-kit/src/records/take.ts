import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isProcessing } from './conditions.ts';
import type { RecordTable } from './record-kind.ts';
import { type NotTaken, whyNotTaken } from './why-not-taken.ts';

/** One taking of a record; the last one taken alone may finish it. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
  /** Number of attempts before this one that were handed back; they do not count. */
  readonly handedBack?: number;
}

export interface TakeLimits {
  readonly leaseMs: number;
  readonly maxAttempts: number;
}

/** The outcome of a take: the record is the caller's for as long as its lease lasts, or why it is not. */
export type Taking<T> = { readonly outcome: 'taken'; readonly taken: T } | NotTaken;

/**
 * The two halves of the statement that takes records, for an owner that takes many at once: what is set, and which of
 * the open ones may be taken.
 */
export const takeClauses = ({ leaseMs, maxAttempts }: TakeLimits) => ({
  // The attempt is counted with the take, not with its end: a worker that dies has used one up.
  // clock_timestamp(), not now(): a lease must not have begun when the transaction did, before it waited for a lock.
  set: sql`attempt = attempt + 1, lease_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'`,
  // Null after a reopening or before the first take; past when a worker was lost or gave its lease back.
  isFree: sql<boolean>`attempt - handed_back < ${maxAttempts} and (lease_until is null or lease_until <= clock_timestamp())`,
});

/**
 * Counts an attempt and leases the record to the caller, if it is open, free and has attempts left. One statement: two
 * workers with the same job wait for the row's lock, and the second one finds the lease of the first.
 * @param columns what the attempt needs of the row, in the names it goes by
 */
export async function takeRecord<DB, T extends object>(
  db: Kysely<DB>,
  record: RecordTable,
  id: string,
  limits: TakeLimits,
  columns: RawBuilder<T>,
): Promise<Taking<T & Attempt>> {
  const { set, isFree } = takeClauses(limits);
  const { rows } = await sql<T & Attempt>`
    update ${sql.table(record.table)} set ${set}
    where id = ${id} and ${record.isOpen ?? isProcessing} and ${isFree}
    returning id, attempt, handed_back as "handedBack", ${columns}`.execute(db);
  const [taken] = rows;
  if (taken) return { outcome: 'taken', taken };
  return (await whyNotTaken(db, record, [id], limits)).get(id) ?? { outcome: 'no_record' };
}
