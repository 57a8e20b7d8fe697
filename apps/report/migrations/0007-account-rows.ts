import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the reports of an account, for its erasure. */
export const accountRows: ForwardMigration = {
  transaction: false,
  up: (db) => createIndexConcurrently(db, 'reports_of_account', sql`on reports (account_id)`),
};
