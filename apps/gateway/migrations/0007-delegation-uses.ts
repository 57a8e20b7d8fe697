import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Ids of delegations that have changed something: each may do so once. They go a minute after their delegation ends. */
export const delegationUses: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table delegation_use (id text primary key, expires_at timestamptz not null)`.execute(db);
    await sql`create index delegation_use_ended on delegation_use (expires_at)`.execute(db);
  },
};
