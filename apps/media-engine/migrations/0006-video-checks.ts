import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * The record of a video check. It ends in two steps: what is seen completes it, and what is said may follow; until then
 * there is work left at a completed one, so what is open has an index of its own. Nothing that was found is there before
 * the check is completed, and nothing that was said before the transcript is.
 *
 * Stages are what an engine has done of an open check, for another one that takes it over; they go with its end.
 */
export const videoChecks: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table video_checks (
      id text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      status text not null default 'processing'
        check (status in ('processing', 'completed', 'failed', 'cancelled')),
      listed boolean not null,
      product_vertical text,
      platform text not null,
      vertical text,
      frame_types json,
      audio_types json,
      video_url text not null,
      title text not null,
      size_mb double precision not null,
      duration_seconds double precision not null,
      width integer,
      height integer,
      text_check_id text,
      script text,
      risk_level text check (risk_level in ('PASS', 'REVIEW', 'REJECT')),
      labels json,
      frames json,
      visual_coverage json,
      frames_until timestamptz(3),
      actual_seconds double precision,
      transcript_status text check (transcript_status in ('processing', 'completed', 'failed', 'empty')),
      voice json,
      drift_status text check (drift_status in ('pending', 'processing', 'completed', 'failed', 'skipped')),
      attempt integer not null default 0 check (attempt >= 0),
      lease_until timestamptz(3),
      failure_reason text,
      last_error text,
      deleted_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint failed_says_why check (status <> 'failed' or failure_reason is not null),
      constraint completed_has_verdict check (
        status <> 'completed' or deleted_at is not null
        or (risk_level is not null and frames is not null and visual_coverage is not null)),
      constraint only_completed_has_findings check (
        status = 'completed' or (frames is null and voice is null and labels is null and risk_level is null)),
      constraint no_voice_before_its_end check (voice is null or transcript_status is distinct from 'processing'),
      constraint deleted_holds_nothing check (
        deleted_at is null
        or (not listed and video_url = '' and title = '' and script is null and frames is null and voice is null
          and transcript_status is null)),
      constraint cancelled_is_deleted check (status <> 'cancelled' or deleted_at is not null)
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index video_checks_newest
      on video_checks (account_id, site_id, tenant_id, created_at desc, id desc) where listed`.execute(db);
    await sql`create index video_checks_newest_of_line
      on video_checks (account_id, site_id, tenant_id, coalesce(product_vertical, ''), status, created_at desc, id desc)
      where listed`.execute(db);
    await sql`create index video_checks_open on video_checks (updated_at, id)
      where status = 'processing' or (status = 'completed' and transcript_status = 'processing')`.execute(db);
    await sql`create trigger count_listed after insert or delete or update of listed, status on video_checks
      for each row execute function count_listed_check('video')`.execute(db);
    await sql`create table video_stages (
      check_id text not null references video_checks on delete cascade,
      name text not null,
      value json not null,
      primary key (check_id, name)
    )`.execute(db);
  },
};
