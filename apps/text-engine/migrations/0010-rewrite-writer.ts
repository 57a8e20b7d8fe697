import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** Who wrote a rewrite: the embedded rewriter or a model. */
export const rewriteWriter: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table rewrites add column writer text`.execute(db);
  },
};
