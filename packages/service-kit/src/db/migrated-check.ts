import { type Kysely, sql } from 'kysely';
import type { Migrations } from './migration.ts';

const undefinedTable = '42P01';

/**
 * Returns a check that fails until all migrations of this version have run; then it holds for good, since there is no way
 * back. A database with more of them is fine: a newer version is being rolled out.
 */
export function migratedCheck<T>(db: Kysely<T>, migrations: Migrations): () => Promise<void> {
  let isMigrated = false;
  return async () => {
    if (isMigrated) return;
    const ran = await namesOf(db);
    const missing = Object.keys(migrations).filter((name) => !ran.has(name));
    if (missing.length > 0) {
      throw new Error(`the database lacks ${missing.join(', ')}; the argument \`migrate\` makes them`);
    }
    isMigrated = true;
  };
}

async function namesOf<T>(db: Kysely<T>): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return new Set();
    throw error;
  }
}
