import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Files that clients have uploaded, by key. A row with a claim is a file that arrives; without one it is stored until
 * `purged_at`. Rows stay after it: they say that the file of a check is gone. The two partial indexes hold what the
 * janitor looks for, never what is kept or gone.
 *
 * A policy is kept until nothing can arrive under it any more: whose it is, which browsers are not told, and how many
 * files it has let in.
 */
export const uploads: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table uploads (
      key text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      kind text not null check (kind in ('image', 'video')),
      content_type text,
      size_bytes bigint check (size_bytes >= 0),
      sha256 bytea check (octet_length(sha256) = 32),
      claim_id text,
      lease_until timestamptz(3),
      remove_at timestamptz(3),
      purged_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      constraint claim_has_lease check ((claim_id is null) = (lease_until is null)),
      constraint stored_is_removed_once check (claim_id is not null or remove_at is not null)
    )`.execute(db);
    await sql`create index uploads_to_remove on uploads (remove_at) where purged_at is null`.execute(db);
    await sql`create index uploads_arriving on uploads (lease_until) where claim_id is not null`.execute(db);
    await sql`create table upload_policies (
      id text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      kind text not null check (kind in ('image', 'video')),
      expires_at timestamptz(3) not null,
      files integer not null default 0 check (files >= 0),
      direct_key text
    ) with (autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index upload_policies_by_end on upload_policies (expires_at)`.execute(db);
  },
};
