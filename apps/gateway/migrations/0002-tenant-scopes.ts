import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/** A scope belongs to the account and site, and counts for the key that opened it. */
export const tenantScopes: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table tenant_scope (
      account_id text not null,
      site_id text not null,
      tenant_id text not null check (tenant_id <> ''),
      opened_by text not null references api_key (id),
      opened_at timestamptz not null default now(),
      primary key (account_id, site_id, tenant_id)
    )`.execute(db);
  },
};
