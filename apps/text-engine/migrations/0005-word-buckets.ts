import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * The words of a scope lie in buckets of bounded size, each with the version of its last change, so that a replica loads
 * and compiles anew only the buckets that have changed.
 */
export const wordBuckets: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table custom_words add column bucket smallint not null default 0`.execute(db);
    await sql`alter table custom_words alter column bucket drop default`.execute(db);
    await sql`create index custom_words_bucket
      on custom_words (account_id, site_id, tenant_id, bucket)`.execute(db);
    await sql`create table word_buckets (
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      bucket smallint not null,
      words integer not null check (words >= 0),
      version bigint not null,
      primary key (account_id, site_id, tenant_id, bucket),
      foreign key (account_id, site_id, tenant_id) references word_scopes
    ) with (fillfactor = 75)`.execute(db);
    await sql`insert into word_buckets (account_id, site_id, tenant_id, bucket, words, version)
      select account_id, site_id, tenant_id, 0, words, version from word_scopes where words > 0`.execute(db);
  },
};
