import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

const definition = sql`(id) where tenant_id like '~%'`;

/** Finds the checks of test keys, which are erased after a day: on each partition, beside the traffic. */
export const partitionsOfTests: ForwardMigration = {
  transaction: false,
  async up(db) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'text_checks'::regclass order by relname`.execute(db);
    for (const { name } of rows) {
      await createIndexConcurrently(db, `${name}_of_tests`, sql`on ${sql.table(name)} ${definition}`);
    }
  },
};

/** The same index of the table, which takes over those of its partitions and is made with each new one. */
export const recordsOfTests: ForwardMigration = {
  async up(db) {
    await sql`create index text_checks_of_tests on text_checks ${definition}`.execute(db);
  },
};
