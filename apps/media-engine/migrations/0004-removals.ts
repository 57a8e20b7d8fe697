import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Objects that are to go: a row is written with the change that makes them superfluous, and goes when they have gone. A
 * key that ends with a slash names all that lie below it.
 */
export const removals: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table removals (
      position bigint generated always as identity primary key,
      key text not null check (key <> '' and key <> '/'),
      due_at timestamptz(3) not null default now(),
      attempt integer not null default 0
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`.execute(db);
    await sql`create index removals_due on removals (due_at)`.execute(db);
  },
};
