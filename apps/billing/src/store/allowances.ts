import { type Kysely, sql } from 'kysely';
import type { Allowance } from '../domain/allowance.ts';
import type { Tables } from './tables.ts';

/**
 * Inserts the grants of allowances that are not there yet, each with its first entry. Those of closed accounts are left
 * out. In the order of their ids, so that two who insert the same never wait in a circle.
 */
export async function openAllowances(
  db: Kysely<Tables>,
  allowances: readonly Allowance[],
  now: Date,
): Promise<void> {
  if (allowances.length === 0) return;
  await sql`
    with asked as (
      select distinct id, account_id, site_id, amount, expires_at
      from unnest(
        ${allowances.map(({ grantId }) => grantId)}::text[], ${allowances.map(({ accountId }) => accountId)}::text[],
        ${allowances.map(({ ledgerSite }) => ledgerSite)}::text[], ${allowances.map(({ amount }) => amount)}::int[],
        ${allowances.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]
      ) asked (id, account_id, site_id, amount, expires_at)
    ), granted as (
      insert into grants (id, account_id, site_id, bucket, amount, remaining, expires_at, created_at)
      select asked.id, a.id, asked.site_id, 'activity', asked.amount, asked.amount, asked.expires_at, ${now}
      from asked join accounts a on a.id = asked.account_id and a.closed_at is null
      order by asked.id
      on conflict (id) do nothing
      returning id, amount
    )
    insert into entries (grant_id, kind, amount, created_at)
    select id, 'granted', amount, ${now} from granted`.execute(db);
}

/** Returns what is left of an allowance; null if its grant is not there yet. */
export async function readAllowance(db: Kysely<Tables>, grantId: string): Promise<number | null> {
  const grant = await db
    .selectFrom('grants')
    .select('remaining')
    .where('id', '=', grantId)
    .executeTakeFirst();
  return grant?.remaining ?? null;
}
