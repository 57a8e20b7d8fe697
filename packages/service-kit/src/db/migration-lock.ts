import { type Kysely, sql, type Transaction } from 'kysely';

/** Any number that all migrators of a database agree on. */
const lockId = 7_316_402_198;
/** The server ends a migrator's lock that long after the migrator was heard of last: its machine may be gone. */
const silenceMaxMs = 60_000;
const beatMs = 10_000;

/**
 * Runs `work` while no other migrator of this database does. The lock is that of a transaction which stays open on a
 * connection of its own: it outlives the transactions of the work, ends with the process however that ends, and also
 * holds behind a pooler that hands out connections by transaction. A `create index concurrently` waits for the end of
 * every transaction that has a snapshot at the wrong moment, and so would wait for ever: this one has none while `work`
 * runs, and nobody waits for the lock inside a statement, which would have one.
 * @param work gets a function that fails when the lock is lost, to be called before each step
 * @returns undefined, and `work` has not run, when another migrator holds the lock
 */
export async function underMigrationLock<T, R>(
  db: Kysely<T>,
  work: (requireLock: () => Promise<void>) => Promise<R>,
): Promise<R | undefined> {
  let failed: { readonly error: unknown } | undefined;
  try {
    return await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        if (!(await takeLock(trx))) return undefined;
        const { beat, stop } = keepAlive(trx);
        try {
          return await work(beat);
        } catch (error) {
          failed = { error };
          throw error;
        } finally {
          await stop();
        }
      });
  } catch (error) {
    // Where the connection is lost, the rollback fails too, with an error that says less.
    throw failed ? failed.error : error;
  }
}

async function takeLock<T>(trx: Transaction<T>): Promise<boolean> {
  // Without parameters: the portal of a statement that has some keeps its snapshot until the next statement.
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as held,
    set_config('idle_in_transaction_session_timeout', ${sql.lit(String(silenceMaxMs))}, true)`.execute(trx);
  return rows[0]?.held === true;
}

function keepAlive<T>(trx: Transaction<T>) {
  const beat = async () => {
    try {
      // Unlike `select 1`, it takes no snapshot.
      await sql`show server_version`.execute(trx);
    } catch (error) {
      throw new Error('the lock of the migrations is lost', { cause: error });
    }
  };
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // The next step finds out by itself.
    beating = beat().catch(() => undefined);
  }, beatMs);
  const stop = () => {
    clearInterval(timer);
    return beating;
  };
  return { beat, stop };
}
