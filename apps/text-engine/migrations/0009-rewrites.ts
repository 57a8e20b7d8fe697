import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Rewrites of checks, with attempts and leases as checks have them. What comes of one is kept with its check; no text
 * is here, so that a deleted check leaves none. `previous_status` is the check's before, for one that leaves no trace.
 * A check has one that is processing at most: the index holds it, and is small, so the sweeper reads it too.
 */
export const rewrites: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table rewrites (
      id text primary key,
      check_id text not null,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      status text not null default 'processing'
        check (status in ('processing', 'completed', 'failed', 'cancelled', 'dropped')),
      strategy text not null check (strategy in ('rewrite', 'precise')),
      mode text not null check (mode in ('content', 'ad')),
      previous_status text,
      attempt integer not null default 0 check (attempt >= 0),
      lease_until timestamptz(3),
      failure_reason text,
      last_error text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint failed_says_why check ((status = 'failed') = (failure_reason is not null))
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create unique index rewrites_one_at_a_time on rewrites (check_id) where status = 'processing'`.execute(
      db,
    );
    await sql`create index rewrites_processing on rewrites (updated_at, id) where status = 'processing'`.execute(
      db,
    );
  },
};
