import type { Kysely } from 'kysely';
import {
  createDb,
  type DbOptions,
  type Migrations,
  migrate,
  type SessionOptions,
  sessionSettings,
  waitForDb,
  waitForSettings,
} from '../db/index.ts';
import type { ServiceRun } from './run-service.ts';

interface DatabaseConfig {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_MAX: number;
  readonly DATABASE_STATEMENT_TIMEOUT_MS: number;
  readonly DATABASE_PREPARED_STATEMENTS: boolean;
}

interface MigrationConfig extends DatabaseConfig {
  readonly DATABASE_MIGRATION_TIMEOUT_MS: number;
}

/** How a service's statements are planned. */
type PlanOptions = Pick<DbOptions, 'preparedMax'> & Pick<SessionOptions, 'indexedOnly'>;

type OpenDatabaseOptions = PlanOptions & {
  /**
   * Options of a pool beside the first one: its name in the log, its connections, and the longest limit that a transaction
   * on it sets for its statements.
   */
  readonly pool?: {
    readonly name: string;
    readonly max: number;
    readonly statementTimeoutMs: number;
  };
};

/** A pooler may be in between whose connections are older; nothing else is waited for after a migration. */
const settledWaitMs = 5_000;

/**
 * Opens a pool of the service's database, once that answers and its connections begin with the settings that `migrate` gives
 * the role; it closes with the service.
 * @throws StartError when the database does not answer within 15 s, refuses, or has no such settings after a minute
 */
export async function openDatabase<T>(
  { name, config, log, onClose }: ServiceRun<DatabaseConfig>,
  { pool, preparedMax = 0, indexedOnly = false }: OpenDatabaseOptions = {},
): Promise<Kysely<T>> {
  const statementTimeoutMs = config.DATABASE_STATEMENT_TIMEOUT_MS;
  const connecting = { url: config.DATABASE_URL, applicationName: name };
  const wanted = sessionSettings({ statementTimeoutMs, indexedOnly });
  await waitForSettings({ ...connecting, statementTimeoutMs }, { wanted, log });
  const db = createDb<T>({
    ...connecting,
    poolMax: pool?.max ?? config.DATABASE_POOL_MAX,
    statementTimeoutMs: pool?.statementTimeoutMs ?? statementTimeoutMs,
    preparedMax: config.DATABASE_PREPARED_STATEMENTS ? preparedMax : 0,
    log,
  });
  onClose(pool?.name ?? 'database', () => db.destroy());
  return db;
}

/**
 * Runs the missing migrations of the service's database, and writes the settings that its connections begin with.
 * @returns the names of the migrations that ran
 * @throws StartError when the database does not answer within 15 s, or refuses; and what `migrate` throws
 */
export async function migrateDatabase<T>(
  { name, config, log, onClose }: ServiceRun<MigrationConfig>,
  migrations: Migrations,
  { indexedOnly = false }: PlanOptions = {},
): Promise<readonly string[]> {
  const session = { statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS, indexedOnly };
  const statementTimeoutMs = config.DATABASE_MIGRATION_TIMEOUT_MS;
  const connecting = { url: config.DATABASE_URL, applicationName: name, statementTimeoutMs };
  const db = createDb<T>({ ...connecting, poolMax: 1, log });
  onClose('database', () => db.destroy());
  await waitForDb(db, connecting);
  const ran = await migrate(db, migrations, { session, statementTimeoutMs });
  await waitForSettings(connecting, { wanted: sessionSettings(session), log, waitMs: settledWaitMs });
  return ran;
}
