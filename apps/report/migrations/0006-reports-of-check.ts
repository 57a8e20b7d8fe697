import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds the reports of a check that was deleted. */
export const reportsOfCheck: ForwardMigration = {
  transaction: false,
  up: (db) =>
    createIndexConcurrently(
      db,
      'reports_of_check',
      sql`on reports (video_check_id) where deleted_at is null`,
    ),
};
