import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ForwardMigration, Migrations } from './migration.ts';
import { underMigrationLock } from './migration-lock.ts';
import { writeRoleSettings } from './role-settings.ts';
import { type MigrationLimits, migrationLimits, runMigration } from './run-migration.ts';
import { type SessionOptions, sessionSettings } from './session-settings.ts';

const namePattern = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/;
const lockRetryMs = 100;
const lockWaitMs = 60_000;

export interface MigrateOptions {
  /** What connections of this role to this database are bound by from now on; left out, that stays as it is. */
  readonly session?: SessionOptions;
  readonly limits?: MigrationLimits;
}

/**
 * Brings a database up to its newest migration, in the order of the names, each in a transaction of its own unless it
 * says that it runs outside one, and the settings of the connecting role to what `session` says. Processes that start
 * together run each step once: one holds a lock, the others wait for it up to a minute. It needs two connections of the
 * pool, whose timeouts are to be as long as the longest statement: `migrateDatabase` of `service-kit/service` opens such a
 * pool. Connections that are open already keep the settings that they began with, those of `db` too.
 * @returns the names that were run now
 * @throws the error of the failed migration, of which nothing stays if it runs in a transaction, while those before it
 *   stay; or Error when a name has another form, comes before one that ran already, or a lock did not come free
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: Migrations,
  { session, limits = migrationLimits }: MigrateOptions = {},
): Promise<readonly string[]> {
  const misnamed = Object.keys(migrations).filter((name) => !namePattern.test(name));
  if (misnamed.length > 0) throw new Error(`migrations are named 0001-said-name, not ${misnamed.join(', ')}`);
  const deadlineMs = Date.now() + lockWaitMs;
  for (;;) {
    const run = await underMigrationLock(db, async (requireLock) => {
      const missing = await findMissing(db, migrations);
      for (const [name, migration] of missing) {
        await requireLock();
        await runMigration(db, name, migration, limits);
      }
      if (session) {
        await requireLock();
        await db.transaction().execute((trx) => writeRoleSettings(trx, sessionSettings(session)));
      }
      return missing.map(([name]) => name);
    });
    if (run) return run;
    if (Date.now() >= deadlineMs) throw new Error(`another migrator held the lock for ${lockWaitMs} ms`);
    await sleep(lockRetryMs);
  }
}

async function findMissing<T>(
  db: Kysely<T>,
  migrations: Migrations,
): Promise<readonly (readonly [string, ForwardMigration])[]> {
  await sql`create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const ran = new Set(rows.map((row) => row.name));
  const newest = [...ran].sort().at(-1) ?? '';
  const missing = Object.entries(migrations)
    .filter(([name]) => !ran.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const late = missing.find(([name]) => name < newest);
  if (late) throw new Error(`migration ${late[0]} comes before ${newest}, which has run already`);
  return missing;
}
