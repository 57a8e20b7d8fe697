import type { BatchFilter, Scope } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { ListedBatch } from '../domain/render/render-batch.ts';
import { listedColumns } from './find-batch.ts';
import type { Db } from './tables.ts';

export interface Page extends BatchFilter {
  readonly offset: number;
  readonly limit: number;
}

/**
 * One page of a scope's batches, newest first, and how many there are in all, of one moment.
 *
 * Each product line that the filter leaves is a stretch of the index, newest first, and is counted by itself; there are
 * four at most. A page is cut out of them before any record is read; the last page costs as little as the first, for it
 * is cut from the nearer end.
 */
export async function listBatches(
  db: Db,
  scope: Scope,
  { productVertical, offset, limit }: Page,
): Promise<{ readonly total: number; readonly batches: readonly ListedBatch[] }> {
  const total = sql`(select total from counted)`;
  const stretch = sql`${inScope(scope)} and listed
    and coalesce(product_vertical, '') = stretches.product_vertical`;
  const { rows } = await sql<ListedBatch & { total: number; isThere: boolean }>`
    with stretches as materialized (
      select product_vertical, sum(total)::bigint as total from batch_counts
      where ${inScope(scope)} ${productVertical ? sql`and product_vertical = ${productVertical}` : sql``}
      group by product_vertical having sum(total) > 0
    ), counted as materialized (
      select coalesce(sum(total), 0)::bigint as total from stretches
    ), page as materialized (
      select id from ((select newest.id from stretches cross join lateral (
          select id, created_at from batches where ${stretch}
            and ${total} > ${offset}::bigint and ${total} >= 2 * ${offset}::bigint
          order by created_at desc, id desc limit ${offset}::bigint + ${limit}::bigint
        ) newest
        order by newest.created_at desc, newest.id desc offset ${offset}::bigint limit ${limit}::bigint)
      union all
      (select oldest.id from stretches cross join lateral (
          select id, created_at from batches where ${stretch}
            and ${total} > ${offset}::bigint and ${total} < 2 * ${offset}::bigint
          order by created_at, id limit greatest(${total} - ${offset}::bigint, 0)
        ) oldest
        order by oldest.created_at, oldest.id
        offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)
        limit least(${limit}::bigint, greatest(${total} - ${offset}::bigint, 0)))) ends
      limit ${limit}::bigint
    )
    select counted.total, shown.id is not null as "isThere", shown.*
    from counted left join (select ${listedColumns} from page join batches using (id)) shown on true
    order by shown."createdAt" desc, shown.id desc`.execute(db);
  return { total: rows[0]?.total ?? 0, batches: rows.filter(({ isThere }) => isThere) };
}
