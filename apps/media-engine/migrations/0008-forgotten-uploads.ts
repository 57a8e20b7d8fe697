import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Rows of files that have gone are forgotten in their time: this index holds those that wait for it. */
export const forgottenUploads: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create index uploads_to_forget on uploads (purged_at) where purged_at is not null`.execute(db);
  },
};
