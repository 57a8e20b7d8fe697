import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Accounts' own words. A row of `word_accounts` is the quota's counter and the lock that every change of the account's
 * words takes first, so counting and writing are one thing at a time and nothing waits in a circle. A row of
 * `word_scopes` says how many words a scope has and how often they have changed: what was built of an older version is
 * stale. `folded` is the word as duplicates are compared.
 */
export const customWords: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table word_accounts (
      account_id text primary key,
      used integer not null default 0 check (used >= 0),
      enabled boolean not null default true
    )`.execute(db);
    await sql`create table word_scopes (
      account_id text not null references word_accounts,
      site_id text not null,
      tenant_id text not null,
      words integer not null default 0 check (words >= 0),
      version bigint not null default 0,
      enabled boolean not null default true,
      primary key (account_id, site_id, tenant_id)
    ) with (fillfactor = 75)`.execute(db);
    await sql`create table custom_words (
      id text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      library text not null,
      keyword text not null check (keyword <> ''),
      folded text not null,
      match_type text not null check (match_type in ('keyword', 'phrase')),
      replacement text,
      note text,
      enabled boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`.execute(db);
    await sql`create unique index custom_words_once
      on custom_words (account_id, site_id, tenant_id, library, folded)`.execute(db);
    await sql`create index custom_words_newest
      on custom_words (account_id, site_id, tenant_id, created_at desc, id desc)`.execute(db);
  },
};
