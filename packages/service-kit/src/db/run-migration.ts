import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ForwardMigration } from './migration.ts';
import { planFreely, setLocally } from './session-settings.ts';

export interface MigrationLimits {
  /** How long a statement of a migration in a transaction may take, and the pause between two of them. */
  readonly statementMs: number;
  /** How long it may wait for a lock, and with it all traffic on the table that came after it. */
  readonly lockWaitMs: number;
  /** How often such a migration is tried when it does not get its lock. */
  readonly lockAttemptsMax: number;
  /** The pause before it is tried again, in which the traffic that waited goes on. */
  readonly lockPauseMs: number;
  /** How long a statement outside a transaction may take, waiting included. */
  readonly longStatementMs: number;
}

export const migrationLimits: MigrationLimits = {
  // None of them may read a table while others wait for it, so each takes milliseconds.
  statementMs: 15_000,
  // Longer than `deadlock_timeout` (1 s), after which an autovacuum gives way.
  lockWaitMs: 2_000,
  // A minute and a half in all.
  lockAttemptsMax: 20,
  lockPauseMs: 3_000,
  // An index of a table of 150 GB takes about half an hour: it is read twice.
  longStatementMs: 2 * 3_600_000,
};

/**
 * Runs a migration and notes in the table `migrations` that it ran.
 * @throws the error of a statement, or Error when its lock did not come free in `lockAttemptsMax` attempts
 */
export async function runMigration<T>(
  db: Kysely<T>,
  name: string,
  migration: ForwardMigration,
  limits: MigrationLimits,
): Promise<void> {
  if (migration.transaction === false) await runAlone(db, name, migration, limits);
  else await runInTransaction(db, name, migration, limits);
}

const noteRun = <T>(db: Kysely<T>, name: string) =>
  sql`insert into migrations (name) values (${name})`.execute(db);

async function runInTransaction<T>(
  db: Kysely<T>,
  name: string,
  { up }: ForwardMigration,
  { statementMs, lockWaitMs, lockAttemptsMax, lockPauseMs }: MigrationLimits,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(async (trx) => {
        await setLocally(trx, {
          statement_timeout: String(statementMs),
          lock_timeout: String(lockWaitMs),
          idle_in_transaction_session_timeout: String(statementMs),
        });
        await planFreely(trx);
        await up(trx);
        await noteRun(trx, name);
      });
      return;
    } catch (error) {
      if (!isLockNotHad(error)) throw error;
      if (attempt >= lockAttemptsMax) {
        throw new Error(`migration ${name} did not get a lock in ${attempt} attempts`, { cause: error });
      }
    }
    await sleep(lockPauseMs);
  }
}

/** Nobody waits for these statements, so they may wait for others: `infra/migrations` refuses any that blocks. */
async function runAlone<T>(
  db: Kysely<T>,
  name: string,
  { up }: ForwardMigration,
  { longStatementMs }: MigrationLimits,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', ${String(longStatementMs)}, false),
      set_config('lock_timeout', ${String(longStatementMs)}, false)`.execute(connection);
    try {
      await up(connection);
      await noteRun(connection, name);
    } finally {
      // The connection goes back to the pool. One that is broken fails here too, and its first error is the one to see.
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
      await sql`reset lock_timeout`.execute(connection).catch(() => undefined);
    }
  });
}

const lockNotHad = new Set(['55P03', '40P01']);

/** A lock timeout, or a deadlock with the traffic. */
const isLockNotHad = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lockNotHad.has(String(error.code));
