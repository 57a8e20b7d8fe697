import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Indexes by which an audit finds what came since the last one. Rows without a position are not in them. */
export const ledgerPositions: ForwardMigration = {
  transaction: false,
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['grants', 'charges', 'refunds']) {
      const definition = sql`on ${sql.table(table)} (position) where position is not null`;
      await createIndexConcurrently(db, `${table}_position`, definition);
    }
  },
};
