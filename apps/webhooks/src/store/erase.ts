import type { AccountRows } from '@redline/service-kit/db';
import { type Erased, type ErasePage, isInPage } from '@redline/service-kit/partitions';
import { sql } from 'kysely';
import type { Db, Trx } from './tables.ts';

/** What an account has: endpoints, and those that are deleted already, which go after their deliveries. */
export const accountRows = {
  endpoints: { table: 'webhook_endpoints', condition: sql<boolean>`deleted_at is null` },
  deliveries: { table: 'webhook_deliveries' },
  deleted: { table: 'webhook_endpoints', condition: sql<boolean>`deleted_at is not null` },
} as const satisfies Readonly<Record<string, AccountRows>>;

/** Marks all endpoints of an account as deleted: no event is queued for them after that. */
export async function markAccountDeleted(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ deleted_at: now })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Deletes endpoints of an account that were marked and have no deliveries left. @returns how many */
export async function deleteEmptied(db: Db, accountId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_endpoints where id = any(array(
      select e.id from webhook_endpoints e
      where e.account_id = ${accountId} and e.deleted_at is not null
        and not exists (select from webhook_deliveries d where d.endpoint_id = e.id)
      limit ${limit}::bigint))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Deletes deliveries of endpoints that are marked as deleted, and the endpoints that have none left.
 * @param limit of deliveries
 * @returns how many deliveries and endpoints were deleted
 */
export async function sweepDeleted(db: Db, limit: number): Promise<number> {
  const deliveries = await sql`
    delete from webhook_deliveries where id = any(array(
      select d.id from (select id from webhook_endpoints where deleted_at is not null limit 100) e
      cross join lateral (
        select id from webhook_deliveries where endpoint_id = e.id limit ${limit}::bigint for update skip locked) d
      limit ${limit}::bigint))`.execute(db);
  const endpoints = await sql`
    delete from webhook_endpoints where id = any(array(
      select e.id from webhook_endpoints e
      where e.deleted_at is not null and not exists (
        select from webhook_deliveries d where d.endpoint_id = e.id)
      limit 100))`.execute(db);
  return Number((deliveries.numAffectedRows ?? 0n) + (endpoints.numAffectedRows ?? 0n));
}

/** Erases deliveries whose retention has passed; one that is pending stays. */
export async function eraseExpired(trx: Trx, page: ErasePage): Promise<Erased> {
  const { rows } = await sql<{ id: string }>`
    with expired as materialized (
      select id from webhook_deliveries where ${isInPage(page)} and status <> 'pending'
      order by id limit ${page.limit}::bigint for update skip locked
    ), erased as (
      delete from webhook_deliveries using expired where webhook_deliveries.id = expired.id
    )
    select id from expired order by id`.execute(trx);
  return { count: rows.length, last: rows.at(-1)?.id ?? null };
}
