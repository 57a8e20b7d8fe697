import { sql } from 'kysely';

const shards = 16;

/** One of the rows that a scope's count is spread over, at random. */
const countShard = (): number => Math.floor(Math.random() * shards);

/**
 * Adds to the totals of a list's parts, in one part of each shard. For a statement that has the checks in question.
 * @param checks name of a query before it, with `account_id, site_id, tenant_id, product_vertical, platform` of each
 * @param sign whether they have come or gone
 */
export const countChecks = (checks: 'inserted' | 'gone', sign: 1 | -1) => sql`
  insert into text_check_counts as counts
    (account_id, site_id, tenant_id, product_vertical, platform, shard, total)
  select account_id, site_id, tenant_id, coalesce(product_vertical, '') as line,
    case when product_vertical is null then '' else platform end as place,
    ${countShard()}::smallint, ${sign}::int * count(*)
  from ${sql.table(checks)} group by account_id, site_id, tenant_id, line, place
  order by account_id, site_id, tenant_id, line, place
  on conflict (account_id, site_id, tenant_id, product_vertical, platform, shard)
  do update set total = counts.total + excluded.total`;
