import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * One row a bucket, rewritten in each window. Unlogged: counts of a running minute are worth no WAL, and a crash of
 * Postgres empties them. Half-empty pages and no second index keep the rewrites on their page (HOT).
 */
export const rateCounts: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create unlogged table rate_count (
      bucket text primary key,
      window_no bigint not null,
      count integer not null check (count > 0)
    ) with (fillfactor = 50)`.execute(db);
  },
};
