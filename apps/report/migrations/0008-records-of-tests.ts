import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the records of test keys, which are erased after a day. */
export const recordsOfTests: ForwardMigration = {
  transaction: false,
  async up(db) {
    await createIndexConcurrently(db, 'reports_of_tests', sql`on reports (id) where tenant_id like '~%'`);
  },
};
