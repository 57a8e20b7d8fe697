import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Which batch a check is an item of: its events say so, and its job lies on the lane of batches. */
export const mediaBatches: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table image_checks add column batch_id text`.execute(db);
    await sql`alter table video_checks add column batch_id text`.execute(db);
  },
};
