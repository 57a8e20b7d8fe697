import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * The record of an image check. `listed` says whether anybody may see it: a deleted one no more, one of the main site
 * not before it has ended.
 *
 * Findings are `json`, not `jsonb`: nothing here looks inside. Lists read newest first from two indexes, one of them by
 * product line and status; the third holds only what is processing, so the sweeper never sees history. Vacuum comes
 * after 2 % and not 20 %: that small index would fill with what is long finished.
 */
export const imageChecks: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table image_checks (
      id text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      status text not null default 'processing'
        check (status in ('processing', 'completed', 'failed', 'cancelled')),
      listed boolean not null,
      product_vertical text,
      vertical text,
      explain_locale text not null,
      types json,
      image_url text not null,
      title text not null,
      size_bytes bigint not null,
      width integer,
      height integer,
      risk_level text check (risk_level in ('PASS', 'REVIEW', 'REJECT')),
      detections json,
      coverage json,
      attempt integer not null default 0 check (attempt >= 0),
      lease_until timestamptz(3),
      failure_reason text,
      last_error text,
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint failed_says_why check ((status = 'failed') = (failure_reason is not null)),
      constraint completed_has_verdict check (
        status <> 'completed' or deleted_at is not null
        or (risk_level is not null and detections is not null and coverage is not null)),
      constraint only_completed_has_findings check (status = 'completed' or detections is null),
      constraint deleted_holds_nothing check (
        deleted_at is null or (not listed and image_url = '' and title = '' and detections is null)),
      constraint cancelled_is_deleted check (status <> 'cancelled' or deleted_at is not null)
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index image_checks_newest
      on image_checks (account_id, site_id, tenant_id, created_at desc, id desc) where listed`.execute(db);
    await sql`create index image_checks_newest_of_line
      on image_checks (account_id, site_id, tenant_id, coalesce(product_vertical, ''), status, created_at desc, id desc)
      where listed`.execute(db);
    await sql`create index image_checks_processing on image_checks (updated_at, id)
      where status = 'processing'`.execute(db);
    await sql`create trigger count_listed after insert or delete or update of listed, status on image_checks
      for each row execute function count_listed_check('image')`.execute(db);
  },
};
