import type { SiteId } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { StatementCursor } from '../domain/statement.ts';
import type { Db, EntriesTable, GrantsTable } from './tables.ts';

export interface StatementRow {
  readonly atUs: string;
  readonly isExpiry: boolean;
  readonly position: string;
  readonly kind: EntriesTable['kind'] | 'expired';
  readonly at: Date;
  readonly amount: number;
  readonly bucket: GrantsTable['bucket'];
  readonly grantId: string;
  readonly operationId: string | null;
  readonly recordId: string | null;
  readonly item: string | null;
  readonly quantity: number | null;
  readonly tenantId: string | null;
  readonly reason: string | null;
}

/** Greater than every position. */
const lastPosition = '9223372036854775807';

/**
 * Reads a page of what has changed the credits of an account on a site, newest first, and what can be spent now, from one
 * snapshot. The ledger has no entries for credits that expire. They are made here: one for what a grant had left when it
 * expired, and one beside each entry that came to it later, such as a refund, which takes that back. So the amounts of all
 * entries add up to what can be spent.
 */
export async function readStatement(
  db: Db,
  on: { readonly accountId: string; readonly siteId: SiteId },
  page: { readonly limit: number; readonly before: StatementCursor | null },
  now: Date,
): Promise<{ readonly balance: number; readonly rows: readonly StatementRow[] }> {
  const { before, limit } = page;
  const at = before
    ? sql`(timestamptz 'epoch' + ${before.atUs}::bigint * interval '1 microsecond')`
    : sql`timestamptz 'infinity'`;
  const kind = before?.isExpiry === false ? 0 : 1;
  const position = before ? before.position : lastPosition;
  // Entries of the ledger are older than an expiry of their time.
  const entryPosition = kind === 0 ? position : lastPosition;
  const { rows } = await sql<StatementRow & { balance: number }>`${planAnew}
    with grant_of as materialized (
      select id, bucket, remaining, expires_at, coalesce(expires_at <= ${now}, false) as is_expired
      from grants where account_id = ${on.accountId} and site_id = ${on.siteId}
    ), late as materialized (
      select e.grant_id, e.created_at, e.position, e.amount
      from grant_of g join entries e on e.grant_id = g.id and e.created_at >= g.expires_at
      where g.is_expired
    ), found as (
      select e.grant_id, g.bucket, e.kind, e.created_at as at, 0 as is_expiry, e.position, e.amount, e.line_id, e.reason
      from grant_of g cross join lateral (
        select * from entries e
        where e.grant_id = g.id and (e.created_at, e.position) < (${at}, ${entryPosition}::bigint)
        order by e.created_at desc, e.position desc limit ${limit}::bigint
      ) e
      union all
      select late.grant_id, g.bucket, 'expired', late.created_at, 1, late.position, -late.amount, null, null
      from late join grant_of g on g.id = late.grant_id
      union all
      select g.id, g.bucket, 'expired', g.expires_at, 1, first.position, -(g.remaining - coalesce(l.amount, 0)), null, null
      from grant_of g
      join entries first on first.grant_id = g.id and first.kind = 'granted'
      left join lateral (select sum(amount) as amount from late where grant_id = g.id) l on true
      where g.is_expired and g.remaining <> coalesce(l.amount, 0)
    ), listed as (
      select * from found
      where (at, is_expiry, position) < (${at}, ${kind}::integer, ${position}::bigint)
      order by at desc, is_expiry desc, position desc limit ${limit}::bigint
    )
    select b.balance, (extract(epoch from f.at) * 1000000)::bigint::text as "atUs", f.is_expiry = 1 as "isExpiry",
      f.position::text as position, f.kind, f.at, f.amount::integer as amount, f.bucket, f.grant_id as "grantId",
      l.charge_id as "operationId", f.line_id as "recordId", l.item, l.quantity, c.tenant_id as "tenantId", f.reason
    from (select coalesce(sum(remaining), 0)::bigint as balance from grant_of where not is_expired) b
    left join listed f on true
    left join charge_lines l on l.line_id = f.line_id
    left join charges c on c.id = l.charge_id
    order by f.at desc, f.is_expiry desc, f.position desc`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('a sum has a row always');
  return { balance: first.balance, rows: first.at === null ? [] : rows };
}
