import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * A batch and its items. What is listed of a batch (progress, sums) stands in its own row, so that a list reads no items;
 * whoever changes an item locks that row first. `handed_out` says that no item waits for its owner any more.
 *
 * Verdicts and sums are `json`, not `jsonb`: nothing here looks inside. Lists read newest first from one index. The
 * others hold only what somebody still has to do: hand out, remove the checks of a deleted batch, ask after an item. Vacuum
 * comes after 2 % and not 20 %: those small indexes would fill with what is long finished.
 */
export const batches: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table batches (
      id text primary key,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      status text not null default 'processing'
        check (status in ('processing', 'completed', 'failed', 'cancelled')),
      listed boolean not null default true,
      name text not null,
      product_vertical text,
      platform text not null,
      vertical text not null,
      explain_locale text not null,
      texts smallint not null,
      images smallint not null,
      videos smallint not null,
      done smallint not null default 0,
      result text check (result in ('PASS', 'REJECT')),
      summary json not null default '{}',
      handed_out boolean not null default false,
      attempt integer not null default 0 check (attempt >= 0),
      lease_until timestamptz(3),
      failure_reason text,
      last_error text,
      deleted_at timestamptz(3),
      removal_due_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      finished_at timestamptz(3),
      constraint holds_items check (texts + images + videos between 1 and 40),
      constraint done_fits check (done between 0 and texts + images + videos),
      constraint ended_has_result check ((status in ('completed', 'failed')) = (result is not null)),
      constraint ended_is_done check (result is null or (done = texts + images + videos and finished_at is not null)),
      constraint cancelled_is_deleted check (status <> 'cancelled' or deleted_at is not null),
      constraint deleted_holds_nothing check (deleted_at is null or (not listed and name = ''))
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index batches_newest
      on batches (account_id, site_id, tenant_id, coalesce(product_vertical, ''), created_at desc, id desc)
      where listed`.execute(db);
    await sql`create index batches_to_hand_out on batches (updated_at, id)
      where status = 'processing' and not handed_out`.execute(db);
    await sql`create index batches_to_remove on batches (removal_due_at)
      where removal_due_at is not null`.execute(db);
    await sql`create trigger count_listed after insert or delete or update of listed on batches
      for each row execute function count_listed_batch()`.execute(db);
    await sql`create table batch_items (
      check_id text primary key,
      id text not null,
      batch_id text not null references batches on delete cascade,
      position smallint not null,
      kind text not null check (kind in ('text', 'image', 'video')),
      index smallint not null,
      status text not null default 'waiting' check (status in ('waiting', 'processing', 'completed', 'failed')),
      held boolean not null default false,
      verdict json,
      text text,
      url text,
      title text,
      size double precision,
      duration_seconds double precision,
      width integer,
      height integer,
      failure_reason text,
      asked_at timestamptz(3),
      unique (batch_id, position),
      constraint waiting_is_not_held check (status <> 'waiting' or not held),
      constraint only_completed_has_verdict check (verdict is null or status = 'completed')
    ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
    await sql`create index batch_items_to_ask on batch_items (asked_at) where asked_at is not null`.execute(
      db,
    );
  },
};
