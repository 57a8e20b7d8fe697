import { createDb, waitForDb } from '@redline/service-kit/db';
import type { ServiceRun } from '@redline/service-kit/shutdown';
import type { Config } from './config.ts';
import { type Db, preparedStatementsMax, type Tables } from './store/tables.ts';

/** Opens the pool of the service's database, once that answers. Throws a StartError when it does not. */
export async function openDb(name: string, { config, log, onClose }: ServiceRun<Config>): Promise<Db> {
  const { DATABASE_URL: url, DATABASE_POOL_MAX: poolMax } = config;
  const statementTimeoutMs = config.DATABASE_STATEMENT_TIMEOUT_MS;
  const options = { url, poolMax, statementTimeoutMs, applicationName: name, log };
  const db = createDb<Tables>({ ...options, preparedMax: preparedStatementsMax, indexedOnly: true });
  onClose('database', () => db.destroy());
  await waitForDb(db, { url });
  return db;
}
