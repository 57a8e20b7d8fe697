import { type Kysely, sql, type Transaction } from 'kysely';
import { planFreely, setLocally } from '../db/session-settings.ts';
import type { PartitionedTable } from './partitioned-table.ts';

/** Longer than `deadlock_timeout` (1 s), after which an autovacuum gives way; traffic waits behind it as long. */
const lockWaitMs = 2_000;

/**
 * Runs a change of a table's partitions in a transaction, if no other replica changes them at the moment.
 * @returns undefined, and `change` has not run, when another one does
 * @throws that of Postgres (55P03) when the traffic left no lock in time; the next turn tries again
 */
export function changePartitions<DB, R>(
  db: Kysely<DB>,
  { table }: PartitionedTable,
  change: (trx: Transaction<DB>) => Promise<R>,
): Promise<R | undefined> {
  return db.transaction().execute(async (trx) => {
    await setLocally(trx, { lock_timeout: String(lockWaitMs) });
    await planFreely(trx);
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('partitions'), hashtext(${table})) as held`.execute(trx);
    return rows[0]?.held ? change(trx) : undefined;
  });
}
