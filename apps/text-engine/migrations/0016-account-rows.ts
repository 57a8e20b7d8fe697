import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds what the erasure of an account removes and no list reads: deleted checks, and rewrites. */
export const accountRows: ForwardMigration = {
  transaction: false,
  async up(db) {
    await createIndexConcurrently(
      db,
      'text_checks_deleted_of_account',
      sql`on text_checks (account_id) where deleted_at is not null`,
    );
    await createIndexConcurrently(db, 'rewrites_of_account', sql`on rewrites (account_id)`);
  },
};
