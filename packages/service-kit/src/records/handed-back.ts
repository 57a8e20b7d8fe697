import { type Kysely, sql } from 'kysely';
import type { ForwardMigration } from '../db/index.ts';

/**
 * Adds the column that counts attempts which were handed back when their process ended. A default that is a constant
 * rewrites no table (Postgres 11 and later).
 * @param tables of records
 */
export const handedBackMigration = (...tables: readonly string[]): ForwardMigration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of tables) {
      await sql`alter table ${sql.table(table)}
        add column handed_back integer not null default 0 check (handed_back >= 0)`.execute(db);
    }
  },
});
