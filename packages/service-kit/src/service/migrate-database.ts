import { type Migrations, migrate } from '../db/index.ts';
import { migrationLimits } from '../db/run-migration.ts';
import { type DatabaseConfig, openDatabase } from './open-database.ts';
import type { ServiceRun } from './run-service.ts';

/** One connection holds the lock, the other one works; no statement of them is cut off by the settings of the service. */
const pool = { name: 'migrations', max: 2, statementTimeoutMs: migrationLimits.longStatementMs };

/**
 * Runs the migrations that are missing, over a pool of their own. `DATABASE_URL` should be Postgres itself and no pooler:
 * one that hands out connections by transaction forgets the longer limit of statements outside of one.
 * @returns the names that were run now
 * @throws StartError when the database does not answer, or the error of the failed migration
 */
export async function migrateDatabase(
  run: ServiceRun<DatabaseConfig>,
  migrations: Migrations,
): Promise<readonly string[]> {
  return migrate(await openDatabase(run, { pool }), migrations);
}
