import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * The addresses that had the credits of a sign-up, as hashes: they stay when an account is erased, so that nobody has them
 * twice.
 */
export const signUpGrants: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sign_up_grants (
      address_hash bytea primary key check (octet_length(address_hash) = 32),
      granted_at timestamptz not null
    )`.execute(db);
  },
};
