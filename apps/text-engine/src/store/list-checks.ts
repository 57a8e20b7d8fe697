import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { ListedCheck } from '../domain/text-check.ts';
import type { Db } from './tables.ts';

type Row = { readonly total: number } & (ListedCheck | { readonly id: null });

/**
 * One page of a scope's checks, newest first, and how many there are in all, of one moment.
 *
 * A page is cut out of the index before any record is read, from its nearer end, so the last page costs as little
 * as the first one; past the end neither branch is executed (a condition without columns is tested once, before).
 */
export async function listChecks(
  db: Db,
  scope: Scope,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly checks: readonly ListedCheck[] }> {
  const { offset, limit } = page;
  const inScope = sql`account_id = ${scope.accountId} and site_id = ${scope.siteId} and tenant_id = ${scope.tenantId}`;
  const total = sql`(select total from counted)`;
  const { rows } = await sql<Row>`
    with counted as materialized (
      select coalesce(sum(total), 0)::bigint as total from text_check_counts where ${inScope}
    ), page as materialized (
      select id from ((select id from text_checks
        where ${inScope} and deleted_at is null
          and ${total} > ${offset}::bigint and ${total} >= 2 * ${offset}::bigint
        order by created_at desc, id desc
        offset ${offset}::bigint limit ${limit}::bigint)
      union all
      (select id from text_checks
        where ${inScope} and deleted_at is null
          and ${total} > ${offset}::bigint and ${total} < 2 * ${offset}::bigint
        order by created_at, id
        offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)
        limit least(${limit}::bigint, greatest(${total} - ${offset}::bigint, 0)))) ends
      -- Says to the planner how few there are: it cannot know what the limits above come to.
      limit ${limit}::bigint
    )
    select counted.total, shown.*
    from counted left join (
      select id, status, platform, vertical, risk_level as "riskLevel", summary, fix_status as "fixStatus", created_at as "createdAt",
        left(text, 100) as beginning
      from page join text_checks using (id)
    ) shown on true
    order by "createdAt" desc, id desc`.execute(db);
  const isListed = (row: Row): row is { total: number } & ListedCheck => row.id !== null;
  return { total: rows[0]?.total ?? 0, checks: rows.filter(isListed) };
}
