import type { Kysely } from 'kysely';
import {
  createDb,
  type DbOptions,
  measureDatabase,
  type SessionOptions,
  sessionSettings,
  waitForSettings,
} from '../db/index.ts';
import type { ServiceRun } from './run-service.ts';

export interface DatabaseConfig {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_MAX: number;
  readonly DATABASE_STATEMENT_TIMEOUT_MS: number;
  readonly DATABASE_PREPARED_STATEMENTS: boolean;
}

/** How a service's statements are planned. */
export type PlanOptions = Pick<DbOptions, 'preparedMax'> & Pick<SessionOptions, 'indexedOnly'>;

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

/**
 * Opens a pool of the service's database, once that answers and its connections begin with the settings that `migrate` gives
 * the role; it closes with the service.
 * @throws StartError when the database does not answer within 15 s, refuses, or has no such settings after a minute
 */
export async function openDatabase<T>(
  { name, config, log, metrics, onClose }: ServiceRun<DatabaseConfig>,
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
    onPool: (count) => metrics.watchPool(pool?.name ?? 'database', count),
  });
  if (!pool) measureDatabase(metrics, db, log);
  onClose(pool?.name ?? 'database', () => db.destroy());
  return db;
}
