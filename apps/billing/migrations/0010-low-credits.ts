import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Accounts whose credits on a site were said to be low, until a grant or a refund lifts them to the threshold of that
 * time. The row is written with the charge and its event.
 */
export const lowCredits: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table low_credits (
        account_id text not null references accounts,
        site_id text not null,
        charge_id text not null,
        threshold integer not null check (threshold > 0),
        balance integer not null,
        said_at timestamptz not null,
        primary key (account_id, site_id)
      )`.execute(db);
  },
};
