import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the batch that has not gone on for the longest time, handed out or not, for a metric. */
export const openBatches: ForwardMigration = {
  transaction: false,
  up: (db) =>
    createIndexConcurrently(
      db,
      'batches_processing',
      sql`on batches (updated_at, id) where status = 'processing'`,
    ),
};
