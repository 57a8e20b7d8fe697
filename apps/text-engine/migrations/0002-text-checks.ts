import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * The record of a text check. Times have the precision of the contract, so that order and what is shown agree.
 *
 * Findings are `json`, not `jsonb`: nothing here looks inside, a span may cut a surrogate pair, which jsonb refuses,
 * and a finished check is written and read without being taken apart.
 *
 * Two indexes beside the key: lists read newest first from the one, whatever else the table holds; the other holds
 * only what is processing, so the sweeper never sees history. Pages are left a quarter empty for the update of a
 * take, which then stays on its page (no index names what it changes). Vacuum comes after 2 % and not 20 %: the small
 * index would fill with what is long finished.
 */
export const textChecks: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table text_checks (
      id text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      status text not null default 'processing'
        check (status in ('processing', 'completed', 'failed', 'cancelled')),
      platform text not null,
      vertical text not null,
      explain_locale text not null,
      text text not null,
      risk_level text check (risk_level in ('safe', 'low', 'medium', 'high')),
      summary json,
      findings json,
      custom_findings json,
      semantic_labels json,
      considered json,
      pack_id text,
      pack_version text,
      pack_hash text,
      reviewer text,
      fix_status text check (fix_status in ('processing', 'completed', 'failed')),
      fixed_text text,
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
        or (risk_level is not null and summary is not null and findings is not null and pack_hash is not null)),
      constraint deleted_holds_no_text check (
        deleted_at is null or (text = '' and findings is null and fixed_text is null)),
      constraint cancelled_is_deleted check (status <> 'cancelled' or deleted_at is not null)
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index text_checks_newest
      on text_checks (account_id, site_id, tenant_id, created_at desc, id desc)
      where deleted_at is null`.execute(db);
    await sql`create index text_checks_processing on text_checks (updated_at, id)
      where status = 'processing'`.execute(db);
  },
};
