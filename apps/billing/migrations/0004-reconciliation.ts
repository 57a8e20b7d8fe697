import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** One row: until when billing has compared itself with the owners of records, and when a replica last began to. */
export const reconciliation: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table reconciliation (
        only_row boolean primary key default true check (only_row),
        compared_until timestamptz,
        begun_at timestamptz
      )`.execute(db);
    await sql`insert into reconciliation default values`.execute(db);
  },
};
