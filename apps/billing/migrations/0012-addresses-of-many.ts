import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * An address may belong to many accounts: one organisation is one account, and a person may have several. The constraint
 * keeps its name and gets the id beside the address, since billing of the last release names it when it inserts an account.
 */
export const addressesOfMany: ForwardMigration = {
  transaction: false,
  breaks: [
    {
      rule: 'removed-key',
      on: 'accounts (email)',
      reason:
        'the last release names the constraint, which is there again, and gets an account where it was refused one',
    },
    {
      rule: 'blocking-lock',
      on: 'accounts',
      reason: 'the index is built before: the lock lasts for a change of the catalogue',
    },
  ],
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ columns: number }>`
      select array_length(conkey, 1) as columns from pg_constraint
      where conname = 'accounts_email_once' and conrelid = 'accounts'::regclass`.execute(db);
    if (rows[0]?.columns === 2) return;
    await createIndexConcurrently(db, 'accounts_email_and_id', sql`on accounts (email, id)`, {
      unique: true,
    });
    await sql`alter table accounts drop constraint accounts_email_once,
      add constraint accounts_email_once unique using index accounts_email_and_id`.execute(db);
  },
};
