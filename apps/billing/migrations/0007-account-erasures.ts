import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Erasures of accounts, one row each, for good: that an account was erased, who asked for it and when. `services` is what
 * each owner of data has answered, `charges_until` the last charge whose tenant was looked at, `due_at` when a replica may
 * take the next turn. A closed account has its time in `closed_at`.
 */
export const accountErasures: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table accounts add column closed_at timestamptz`.execute(db);
    await sql`
      create table account_erasures (
        account_id text primary key references accounts,
        asked_by text not null,
        asked_at timestamptz not null,
        services json not null default '{}',
        charges_until text,
        due_at timestamptz not null,
        finished_at timestamptz
      )`.execute(db);
    await sql`create index account_erasures_due on account_erasures (due_at) where finished_at is null`.execute(
      db,
    );
  },
};
