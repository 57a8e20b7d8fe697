import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * Accounts and their credits. The constraints are the invariants: the code above relies on them and does not repeat
 * them. Sites, plans and items have no check here, because they are data of the catalogue and of the contract.
 */
export const ledger: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table accounts (
    id text primary key,
    email text not null check (email = lower(email)),
    created_at timestamptz not null,
    constraint accounts_email_once unique (email)
  )`,

  // No row is the site's lowest plan, so a new site needs no rows.
  `create table subscriptions (
    account_id text not null references accounts,
    site_id text not null,
    plan text not null,
    renews_at timestamptz,
    updated_at timestamptz not null,
    primary key (account_id, site_id)
  )`,

  // No row is a line that is neither enabled nor tried.
  `create table product_lines (
    account_id text not null references accounts,
    line text not null,
    enabled boolean not null default false,
    trial_used int not null default 0,
    primary key (account_id, line),
    constraint trial_used_within_three check (trial_used between 0 and 3)
  )`,

  // An update of \`remaining\` alone touches no index, so it stays on its page.
  `create table grants (
    id text primary key,
    account_id text not null references accounts,
    site_id text not null,
    bucket text not null check (bucket in ('subscription', 'activity', 'booster')),
    amount int not null check (amount > 0),
    remaining int not null,
    open boolean not null generated always as (remaining > 0) stored,
    expires_at timestamptz,
    created_at timestamptz not null,
    constraint grants_remaining_within_amount check (remaining between 0 and amount)
  ) with (fillfactor = 50)`,
  'create index grants_open on grants (account_id, site_id, expires_at) where open',

  `create table charges (
    id text primary key,
    account_id text not null references accounts,
    site_id text not null,
    tenant_id text not null,
    amount int not null check (amount >= 0),
    refunded int not null default 0,
    created_at timestamptz not null,
    constraint charges_refunded_within_amount check (refunded between 0 and amount)
  )`,
  'create index charges_newest on charges (account_id, created_at, id)',

  // A record is paid for once, whatever the operation: its id is the key.
  `create table charge_lines (
    line_id text primary key,
    charge_id text not null references charges,
    item text not null,
    quantity int not null check (quantity > 0),
    amount int not null check (amount >= 0),
    usage_kind text check (usage_kind in ('text_check', 'image_check', 'video_check', 'batch')),
    product_line text,
    is_trial boolean not null check (not is_trial or product_line is not null),
    constraint charge_lines_of_charge unique (charge_id, line_id, amount)
  )`,

  // A refund gives back what its line cost, neither more nor less. Without a charge it is a tombstone: the key holds
  // the id against a late charge, and a foreign key with a null in it is not checked.
  `create table refunds (
    line_id text primary key,
    charge_id text,
    amount int not null check (amount >= 0),
    created_at timestamptz not null,
    constraint refunds_of_a_whole_line foreign key (charge_id, line_id, amount)
      references charge_lines (charge_id, line_id, amount),
    constraint refunds_tombstone_is_empty check (charge_id is not null or amount = 0)
  )`,

  `create table entries (
    position bigint generated always as identity primary key,
    grant_id text not null references grants,
    kind text not null,
    line_id text references charge_lines,
    amount int not null,
    reason text,
    created_at timestamptz not null,
    constraint entries_kind_and_sign check (
      (kind = 'granted' and amount > 0 and line_id is null) or
      (kind = 'charged' and amount < 0 and line_id is not null) or
      (kind = 'refunded' and amount > 0 and line_id is not null) or
      (kind = 'corrected' and amount <> 0 and line_id is null and reason is not null)
    ),
    constraint entries_once_per_line_and_grant unique (line_id, grant_id, kind)
  )`,
  `create unique index entries_granted_once on entries (grant_id) where kind = 'granted'`,

  `create table usage (
    account_id text not null references accounts,
    site_id text not null,
    month date not null check (extract(day from month) = 1),
    kind text not null check (kind in ('text_check', 'image_check', 'video_check', 'batch')),
    count int not null check (count >= 0),
    primary key (account_id, site_id, month, kind)
  ) with (fillfactor = 50)`,
];
