import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { writeRoleSettings } from './role-settings.ts';
import { planFreely, type SessionOptions, sessionSettings, setLocally } from './session-settings.ts';

/** One step forward. There is no way back: what is wrong is corrected by the next step. */
export interface ForwardMigration {
  readonly up: Migration['up'];
}

/** Migrations by name, `0001-said-name`; a record and not a folder, so that a bundled service has them too. */
export type Migrations = Readonly<Record<string, ForwardMigration>>;

const namePattern = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/;
/** Any number that all migrators of a database agree on. */
const lockId = 7_316_402_198;
const lockRetryMs = 100;
const lockWaitMs = 60_000;
const statementTimeoutMsDefault = 60_000;

export interface MigrateOptions {
  /** What connections of this role to this database are bound by from now on; left out, that stays as it is. */
  readonly session?: SessionOptions;
  /** Limit of each statement of a migration, whatever the role's is; 60 s. The pool's own has to be as long. */
  readonly statementTimeoutMs?: number;
}

/**
 * Brings a database up to its newest migration, in the order of the names, and the settings of the connecting role to what
 * `session` says, in one transaction: so a pooler may be in between. Processes that start together run each step once: one
 * holds a lock, the others wait for it up to a minute. Connections that are open already keep the settings that they began
 * with, those of `db` too.
 * @returns the names that were run now
 * @throws the error of the failed migration (nothing of this run stays), or Error when a name has another form, comes
 *   before one that ran already, or the lock did not come free
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: Migrations,
  { session, statementTimeoutMs = statementTimeoutMsDefault }: MigrateOptions = {},
): Promise<readonly string[]> {
  const misnamed = Object.keys(migrations).filter((name) => !namePattern.test(name));
  if (misnamed.length > 0) throw new Error(`migrations are named 0001-said-name, not ${misnamed.join(', ')}`);
  const deadlineMs = Date.now() + lockWaitMs;
  for (;;) {
    const ran = await db.transaction().execute(async (trx) => {
      if (!(await takeLock(trx))) return undefined;
      await setLocally(trx, sessionSettings({ statementTimeoutMs }));
      await planFreely(trx);
      const names = await runMissing(trx, migrations);
      if (session) await writeRoleSettings(trx, sessionSettings(session));
      return names;
    });
    if (ran) return ran;
    if (Date.now() >= deadlineMs) throw new Error(`another migrator held the lock for ${lockWaitMs} ms`);
    await sleep(lockRetryMs);
  }
}

/** False when another process holds the lock, which ends with the transaction however that ends. */
async function takeLock<T>(trx: Transaction<T>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${lockId}) as held`.execute(
    trx,
  );
  return rows[0]?.held ?? false;
}

async function runMissing<T>(trx: Transaction<T>, migrations: Migrations): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())`.execute(
    trx,
  );
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(trx);
  const ran = new Set(rows.map((row) => row.name));
  const newest = [...ran].sort().at(-1) ?? '';
  const missing = Object.entries(migrations)
    .filter(([name]) => !ran.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const late = missing.find(([name]) => name < newest);
  if (late) throw new Error(`migration ${late[0]} comes before ${newest}, which has run already`);
  for (const [name, migration] of missing) {
    await migration.up(trx);
    await sql`insert into migrations (name) values (${name})`.execute(trx);
  }
  return missing.map(([name]) => name);
}
