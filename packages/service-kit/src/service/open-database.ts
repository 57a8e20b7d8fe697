import type { Kysely } from 'kysely';
import { createDb, type DbOptions, waitForDb } from '../db/index.ts';
import type { ServiceRun } from './run-service.ts';

export interface DatabaseConfig {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_MAX: number;
  readonly DATABASE_STATEMENT_TIMEOUT_MS: number;
}

type OpenDatabaseOptions = Pick<DbOptions, 'preparedMax' | 'indexedOnly'> & {
  /** Options of a pool beside the first one: its name in the log, and the bounds it has instead of the settings'. */
  readonly pool?: {
    readonly name: string;
    readonly max: number;
    readonly statementTimeoutMs: number;
  };
};

/**
 * Opens a pool of the service's database, once that answers; it closes with the service.
 * @throws StartError when the database does not answer within 15 s, or refuses
 */
export async function openDatabase<T>(
  { name, config, log, onClose }: ServiceRun<DatabaseConfig>,
  { pool, ...options }: OpenDatabaseOptions = {},
): Promise<Kysely<T>> {
  const { DATABASE_URL: url } = config;
  const db = createDb<T>({
    ...options,
    url,
    poolMax: pool?.max ?? config.DATABASE_POOL_MAX,
    statementTimeoutMs: pool?.statementTimeoutMs ?? config.DATABASE_STATEMENT_TIMEOUT_MS,
    applicationName: name,
    log,
  });
  onClose(pool?.name ?? 'database', () => db.destroy());
  await waitForDb(db, { url });
  return db;
}
