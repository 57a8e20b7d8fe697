import type { SiteId } from '@redline/contracts';
import { sql } from 'kysely';
import type { Db, GrantsTable } from './tables.ts';

export interface NewGrant {
  readonly id: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  readonly bucket: GrantsTable['bucket'];
  readonly amount: number;
  readonly expiresAt: Date | null;
}

/**
 * Inserts a grant of credits to an existing account, with its first entry. Credits that it lifts to the threshold are low
 * no more, so that it is said again when they fall.
 * @returns the credits that the account can spend on the site now
 */
export async function insertGrant(db: Db, grant: NewGrant, now: Date): Promise<number> {
  const { id, accountId, siteId, bucket, amount, expiresAt } = grant;
  const { rows } = await sql<{ balance: number }>`
    with granted as (
      insert into grants (id, account_id, site_id, bucket, amount, remaining, expires_at, created_at)
      values (${id}, ${accountId}, ${siteId}, ${bucket}, ${amount}, ${amount}, ${expiresAt}, ${now})
      returning id, amount, created_at
    ), posted as (
      insert into entries (grant_id, kind, amount, created_at)
      select id, 'granted', amount, created_at from granted
    ), balances as (
      select (select amount from granted) + coalesce(sum(remaining), 0)::bigint as balance
      from grants
      where account_id = ${accountId} and site_id = ${siteId} and open
        and (expires_at is null or expires_at > ${now})
    ), lifted as (
      delete from low_credits
      where account_id = ${accountId} and site_id = ${siteId} and threshold <= (select balance from balances)
    )
    select balance from balances`.execute(db);
  return rows[0]?.balance ?? amount;
}
