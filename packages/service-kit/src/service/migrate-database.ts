import {
  createDb,
  type Migrations,
  migrate,
  sessionSettings,
  waitForDb,
  waitForSettings,
} from '../db/index.ts';
import { migrationLimits } from '../db/run-migration.ts';
import type { DatabaseConfig, PlanOptions } from './open-database.ts';
import type { ServiceRun } from './run-service.ts';

/** One connection holds the lock, the other one works. */
const poolMax = 2;
/** A pooler may be in between whose connections are older; nothing else is waited for after a migration. */
const settledWaitMs = 5_000;

/**
 * Runs the missing migrations of the service's database, over a pool of their own, and writes the settings that its
 * connections begin with. `DATABASE_URL` should be Postgres itself: a pooler that hands out connections by transaction
 * forgets the longer limit of statements outside of one.
 * @returns the names of the migrations that ran
 * @throws StartError when the database does not answer within 15 s, or refuses; and what `migrate` throws
 */
export async function migrateDatabase<T>(
  { name, config, log, onClose }: ServiceRun<DatabaseConfig>,
  migrations: Migrations,
  { indexedOnly = false }: PlanOptions = {},
): Promise<readonly string[]> {
  const session = { statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS, indexedOnly };
  const connecting = { url: config.DATABASE_URL, applicationName: name };
  const db = createDb<T>({
    ...connecting,
    statementTimeoutMs: migrationLimits.longStatementMs,
    poolMax,
    log,
  });
  onClose('migrations', () => db.destroy());
  await waitForDb(db, connecting);
  const ran = await migrate(db, migrations, { session });
  await waitForSettings(
    { ...connecting, statementTimeoutMs: session.statementTimeoutMs },
    { wanted: sessionSettings(session), log, waitMs: settledWaitMs },
  );
  return ran;
}
