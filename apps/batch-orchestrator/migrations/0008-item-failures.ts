import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Why an item failed, as clients see it: code and message. Items that failed before have none. */
export const itemFailures: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table batch_items add column failure json`.execute(db);
  },
};
