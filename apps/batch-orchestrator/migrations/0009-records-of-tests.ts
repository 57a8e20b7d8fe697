import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the records of test keys, which are erased after a day. */
export const recordsOfTests: ForwardMigration = {
  transaction: false,
  async up(db) {
    await createIndexConcurrently(db, 'batches_of_tests', sql`on batches (id) where tenant_id like '~%'`);
  },
};
