import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the records of test keys, which are erased after a day. */
export const recordsOfTests: ForwardMigration = {
  transaction: false,
  async up(db) {
    await createIndexConcurrently(
      db,
      'image_checks_of_tests',
      sql`on image_checks (id) where tenant_id like '~%'`,
    );
    await createIndexConcurrently(
      db,
      'video_checks_of_tests',
      sql`on video_checks (id) where tenant_id like '~%'`,
    );
  },
};
