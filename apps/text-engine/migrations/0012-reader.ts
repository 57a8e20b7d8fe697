import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Adds the runtime of the reader that read each text; `off` where rules alone judged it. */
export const reader: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table text_checks add column reader text`.execute(db);
  },
};
