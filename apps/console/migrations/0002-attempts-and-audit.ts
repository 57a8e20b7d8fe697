import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Counts of attempts to sign in, by bucket and window, for all replicas; and who did what. */
export const attemptsAndAudit: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table attempt (
      bucket text primary key,
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db);
    await sql`create index attempt_ended on attempt (ends_at)`.execute(db);
    await sql`create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      action text not null,
      user_id text,
      account_id text,
      subject text,
      network text
    )`.execute(db);
    await sql`create index audit_log_of_account on audit_log (account_id, id)`.execute(db);
    await sql`create index audit_log_of_user on audit_log (user_id, id)`.execute(db);
    await sql`create index audit_log_at on audit_log (at)`.execute(db);
  },
};
