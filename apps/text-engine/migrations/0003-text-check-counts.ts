import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * How many checks a scope's list has, over several rows: each change goes to one of them, so that concurrent
 * submissions of one account do not wait for one another. One row alone may be negative; their sum is exact.
 */
export const textCheckCounts: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table text_check_counts (
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      shard smallint not null,
      total bigint not null,
      primary key (account_id, site_id, tenant_id, shard)
    ) with (fillfactor = 50)`.execute(db);
  },
};
