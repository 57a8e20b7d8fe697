import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** The qualification notices that a scope wants to see no more; only known keys are kept, so a scope has few. */
export const noticeDismissals: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table notice_dismissals (
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      dismiss_key text not null check (length(dismiss_key) between 1 and 200),
      dismissed_at timestamptz not null default now(),
      primary key (account_id, site_id, tenant_id, dismiss_key))`.execute(db);
  },
};
