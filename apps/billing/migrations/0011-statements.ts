import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Lists the entries of a grant by time, for statements: those of an account are those of its grants. */
export const statements: ForwardMigration = {
  transaction: false,
  up: (db) =>
    createIndexConcurrently(db, 'entries_of_grant', sql`on entries (grant_id, created_at, position)`),
};
