import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Reports, with attempts and leases as checks have them, and their sections, each written once and never changed: what a
 * client was told must not become another text. Findings are those of the check when the report was ordered; they go
 * when it is written. One report of a check is written at a time: the index holds it.
 */
export const reports: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table reports (
      id text primary key,
      video_check_id text not null,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      status text not null default 'processing' check (status in ('processing', 'completed', 'failed')),
      findings json,
      credit_cost integer check (credit_cost >= 0),
      duration_ms integer check (duration_ms >= 0),
      attempt integer not null default 0 check (attempt >= 0),
      lease_until timestamptz(3),
      failure_reason text,
      last_error text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint failed_says_why check ((status = 'failed') = (failure_reason is not null)),
      constraint completed_says_what_it_took check (
        status <> 'completed' or (credit_cost is not null and duration_ms is not null)),
      constraint completed_needs_no_findings check ((status = 'completed') = (findings is null))
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create unique index reports_one_at_a_time on reports (video_check_id)
      where status = 'processing'`.execute(db);
    await sql`create index reports_processing on reports (updated_at, id) where status = 'processing'`.execute(
      db,
    );
    await sql`create index reports_newest on reports (video_check_id, created_at desc, id desc)
      where status = 'completed'`.execute(db);
    await sql`create table report_sections (
      report_id text not null references reports on delete cascade,
      place smallint not null check (place between 0 and 5),
      body text not null,
      writer text not null,
      primary key (report_id, place)
    )`.execute(db);
  },
};
