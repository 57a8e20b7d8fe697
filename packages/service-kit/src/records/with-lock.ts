import type { Kysely, Transaction } from 'kysely';

/**
 * Runs a statement under the lock that must be taken before the record's own, in one transaction; or by itself, without
 * the round trips of a transaction, where there is none to take.
 * @param without the outcome when there is nothing to lock
 */
export function withLock<DB, R>(
  db: Kysely<DB>,
  lockFirst: ((trx: Transaction<DB>, id: string) => Promise<boolean>) | undefined,
  id: string,
  run: (db: Kysely<DB>) => Promise<R>,
  without: R,
): Promise<R> {
  if (!lockFirst) return run(db);
  return db.transaction().execute(async (trx) => ((await lockFirst(trx, id)) ? run(trx) : without));
}
