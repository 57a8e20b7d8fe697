import { type Kysely, sql } from 'kysely';
import { attemptIs, isProcessing } from './conditions.ts';
import type { RecordTable } from './record-kind.ts';
import type { Attempt } from './take.ts';

/**
 * Makes a lease last from now on as long as a new one.
 * @returns false when the record has ended, or another attempt has taken it: the work is to stop
 */
export async function extendLease<DB>(
  db: Kysely<DB>,
  { table, isOpen = isProcessing }: RecordTable,
  { id, attempt }: Attempt,
  { leaseMs }: { readonly leaseMs: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set lease_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'
    where id = ${id} and ${attemptIs(attempt)} and ${isOpen}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Ends a lease before its time, so that the next attempt need not wait for it. The attempt stays counted.
 * The lease ends and is not removed: should the job be lost now, the sweeper goes by its end.
 */
export async function releaseLease<DB>(
  db: Kysely<DB>,
  { table, isOpen = isProcessing }: RecordTable,
  { id, attempt }: Attempt,
  { lastError }: { readonly lastError: string },
): Promise<void> {
  await sql`update ${sql.table(table)} set lease_until = clock_timestamp(), last_error = ${lastError}
    where id = ${id} and ${attemptIs(attempt)} and ${isOpen}`.execute(db);
}

/**
 * Ends a lease because the worker's process ends: the next attempt need not wait, and this one counts for nothing. The
 * number of the attempt stays, so that what is left of the work can write nothing once another attempt was taken.
 */
export async function handBackLease<DB>(
  db: Kysely<DB>,
  { table, isOpen = isProcessing }: RecordTable,
  { id, attempt }: Attempt,
): Promise<void> {
  await sql`update ${sql.table(table)} set lease_until = clock_timestamp(), handed_back = handed_back + 1
    where id = ${id} and ${attemptIs(attempt)} and ${isOpen}`.execute(db);
}
