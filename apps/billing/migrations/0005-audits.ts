import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Positions for what the ledger inserts beside entries, from the sequence of the entries, and the tables of audits. Rows
 * that are there have no position and get none: an audit of the whole ledger reads them by their keys.
 */
export const audits: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['grants', 'charges', 'refunds']) {
      await sql.raw(`alter table ${table} add column position bigint`).execute(db);
      await sql
        .raw(`alter table ${table} alter column position set default nextval('entries_position_seq')`)
        .execute(db);
    }
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // `walked_until` is the last key of the phase; every position up to \`settled_until\` is in the sums.
  `create table audits (
    id bigint generated always as identity primary key,
    phase text not null default 'charges'
      check (phase in ('charges', 'entries', 'grants', 'usage', 'product_lines', 'new')),
    walked_until text not null default '',
    settled_until bigint not null check (settled_until >= 0),
    charges bigint not null default 0,
    refunds bigint not null default 0,
    differences int not null default 0,
    stepped_at timestamptz not null,
    finished_at timestamptz
  )`,

  // A sum that is added to and stays due stays on its page.
  `create table audit_sums (
    audit_id bigint not null,
    kind text not null check (kind in ('grant', 'usage', 'trial')),
    key text not null,
    amount bigint not null,
    is_due boolean not null default true,
    primary key (audit_id, kind, key)
  ) with (fillfactor = 50)`,
  'create index audit_sums_due on audit_sums (audit_id, kind, key) where is_due',

  `create table audit_differences (
    audit_id bigint not null,
    check_name text not null,
    difference text not null,
    found_at timestamptz not null,
    primary key (audit_id, check_name, difference)
  )`,

  `create table audit_schedule (
    only_row boolean primary key default true check (only_row),
    begun_at timestamptz
  )`,
  'insert into audit_schedule default values',
];
