import type { SiteId } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Db, GrantsTable } from './tables.ts';

export interface ListedGrant {
  readonly grantId: string;
  readonly siteId: SiteId;
  readonly bucket: GrantsTable['bucket'];
  /** In credits, as `remaining` is. */
  readonly amount: number;
  readonly remaining: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** Lists the grants that can be spent on a site, at most `limit`, the one that is spent first at first. */
export async function listSpendable(
  db: Db,
  { accountId, siteId }: { readonly accountId: string; readonly siteId: SiteId },
  now: Date,
  limit: number,
): Promise<readonly ListedGrant[]> {
  const { rows } = await sql<ListedGrant>`${planAnew}
    select id as "grantId", site_id as "siteId", bucket, amount, remaining, expires_at as "expiresAt",
      created_at as "createdAt"
    from grants
    where account_id = ${accountId} and site_id = ${siteId} and open and (expires_at is null or expires_at > ${now})
    order by expires_at nulls last, id limit ${limit}::bigint`.execute(db);
  return rows;
}

/** Lists grants of an account in the order of their ids, at most `limit` after the grant `after`; no allowances of test keys. */
export async function listGrants(
  db: Db,
  accountId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly ListedGrant[]> {
  const { rows } = await sql<ListedGrant>`${planAnew}
    select id as "grantId", site_id as "siteId", bucket, amount, remaining, expires_at as "expiresAt",
      created_at as "createdAt"
    from grants
    where account_id = ${accountId} and site_id not like '%:test' and id > ${after ?? ''}
    order by id limit ${limit}::bigint`.execute(db);
  return rows;
}
