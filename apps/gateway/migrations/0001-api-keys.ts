import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** The key itself is nowhere: 32 random bytes need no salt, so their SHA-256 is both its proof and its address. */
export const apiKeys: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table api_key (
      id text primary key,
      account_id text not null,
      site_id text not null,
      key_hash bytea not null unique check (octet_length(key_hash) = 32),
      prefix text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      scopes_opened integer not null default 0 check (scopes_opened >= 0)
    )`.execute(db);
    await sql`create index api_key_by_account on api_key (account_id, created_at desc, id)`.execute(db);
  },
};
