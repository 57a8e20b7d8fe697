import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds all rewrites of a check, which are erased with it when its retention has passed. */
export const rewritesByCheck: ForwardMigration = {
  transaction: false,
  up: (db) => createIndexConcurrently(db, 'rewrites_by_check', sql`on rewrites (check_id)`),
};
