import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the deleted batches of an account, which its erasure removes and no list reads. */
export const accountRows: ForwardMigration = {
  transaction: false,
  up: (db) =>
    createIndexConcurrently(db, 'batches_deleted_of_account', sql`on batches (account_id) where not listed`),
};
