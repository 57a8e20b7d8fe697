import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** A row with a status is a kept answer; one without is an operation under way until `lease_until`. */
export const idempotency: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table idempotency (
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      key text not null,
      route text not null,
      body_hash bytea not null,
      operation_id text not null,
      run_id text not null,
      lease_until timestamptz not null,
      status integer,
      body text,
      created_at timestamptz not null default now(),
      primary key (account_id, site_id, tenant_id, key, route),
      check ((status is null) = (body is null)),
      check (status is null or status between 200 and 299)
    )`.execute(db);
    await sql`create index idempotency_by_age on idempotency (created_at)`.execute(db);
  },
};
