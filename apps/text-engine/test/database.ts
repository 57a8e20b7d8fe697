import { createDb, migrate } from '@redline/service-kit/db';
import { createMigratedDatabase } from '@redline/testkit/service';
import { migrations } from '../migrations/index.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';

export const openDb = (url: string, poolMax = 10): Db =>
  createDb<Tables>({
    url,
    poolMax,
    statementTimeoutMs: 5_000,
    applicationName: 'text-engine-test',
    ...databaseOptions,
  });

/** An empty, migrated database. */
export const createEngineDb = (adminUrl: string) =>
  createMigratedDatabase({
    adminUrl,
    purpose: 'text_engine',
    open: openDb,
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } }),
  });
