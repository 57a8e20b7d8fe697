import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Endpoints, and what is on its way to each: one delivery for each event and endpoint. `secret` and `previous_secret` are
 * encrypted. A delivery that is pending is due at `next_attempt_at`; taking it moves that to the end of a lease and counts
 * `claims`, by which a worker that comes late is told. `attempts` are those since it was last queued, `attempt_count` all
 * of them, `log` the newest.
 */
export const endpoints: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table webhook_endpoints (
      id text collate "C" primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      url text not null,
      description text,
      events text[] not null check (cardinality(events) > 0),
      payload text not null check (payload in ('thin', 'full')),
      secret text not null,
      previous_secret text,
      previous_expires_at timestamptz(3),
      disabled_reason text check (disabled_reason in ('by_request', 'failing', 'gone')),
      disabled_at timestamptz(3),
      failing_since timestamptz(3),
      last_failed_at timestamptz(3),
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint disabled_says_when check ((disabled_reason is null) = (disabled_at is null)),
      constraint previous_ends check ((previous_secret is null) = (previous_expires_at is null))
    )`.execute(db);
    await sql`create index webhook_endpoints_of_scope
      on webhook_endpoints (account_id, site_id, tenant_id, id)`.execute(db);
    await sql`create index webhook_endpoints_deleted on webhook_endpoints (id)
      where deleted_at is not null`.execute(db);
    await sql`create table webhook_deliveries (
      id text collate "C" primary key,
      endpoint_id text collate "C" not null references webhook_endpoints,
      account_id text not null,
      event_id text not null,
      type text not null,
      body json not null,
      source json,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      next_attempt_at timestamptz(3),
      claims integer not null default 0,
      attempts integer not null default 0,
      attempt_count integer not null default 0,
      log json not null default '[]',
      created_at timestamptz(3) not null default now(),
      delivered_at timestamptz(3),
      constraint pending_is_due check ((status = 'pending') = (next_attempt_at is not null))
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at)
      where status = 'pending'`.execute(db);
    await sql`create index webhook_deliveries_oldest_due on webhook_deliveries (next_attempt_at)
      where status = 'pending'`.execute(db);
    await sql`create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id desc)`.execute(
      db,
    );
    await sql`create index webhook_deliveries_by_status
      on webhook_deliveries (endpoint_id, status, id desc)`.execute(db);
    await sql`create index webhook_deliveries_of_account on webhook_deliveries (account_id)`.execute(db);
  },
};
