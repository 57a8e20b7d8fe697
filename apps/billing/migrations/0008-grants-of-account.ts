import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Lists all grants of an account, for its export; the index of open ones has no others. */
export const grantsOfAccount: ForwardMigration = {
  transaction: false,
  up: (db) => createIndexConcurrently(db, 'grants_of_account', sql`on grants (account_id, id)`),
};
