import type { Scope } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { type RawBuilder, sql } from 'kysely';
import type { CheckKind } from './check-kinds.ts';
import type { Db } from './tables.ts';

/** Which part of a scope's checks; what is given must all hold. */
export interface PageFilter {
  readonly productVertical?: string | undefined;
  readonly status?: string | undefined;
}

export interface Page extends PageFilter {
  readonly offset: number;
  readonly limit: number;
}

export interface ListedPage<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

interface Listed {
  readonly kind: 'image' | 'video';
  readonly table: CheckKind['table'];
  /** What is shown of each, under the names that its reader has. */
  readonly columns: RawBuilder<unknown>;
}

/**
 * One page of a scope's checks, newest first, and how many there are in all, of one moment.
 *
 * Each product line and status that the filter leaves is a stretch of the index, newest first, and is counted by itself.
 * There are a dozen at most. A page is cut out of them before any record is read; the last page of an unfiltered list
 * costs as little as the first, for it is cut from the nearer end.
 */
export async function listPage<T extends object>(
  db: Db,
  { kind, table, columns }: Listed,
  scope: Scope,
  { productVertical, status, offset, limit }: Page,
): Promise<ListedPage<T>> {
  const total = sql`(select total from counted)`;
  const stretch = sql`${inScope(scope)} and listed
    and coalesce(product_vertical, '') = stretches.product_vertical and status = stretches.status`;
  const { rows } = await sql<T & { total: number; isThere: boolean }>`
    with stretches as materialized (
      select product_vertical, status, sum(total)::bigint as total from media_counts
      where kind = ${kind} and ${inScope(scope)}
        ${productVertical ? sql`and product_vertical = ${productVertical}` : sql``}
        ${status ? sql`and status = ${status}` : sql``}
      group by product_vertical, status having sum(total) > 0
    ), counted as materialized (
      select coalesce(sum(total), 0)::bigint as total from stretches
    ), page as materialized (
      select id from ((select newest.id from stretches cross join lateral (
          select id, created_at from ${sql.table(table)} where ${stretch}
            and ${total} > ${offset}::bigint and ${total} >= 2 * ${offset}::bigint
          order by created_at desc, id desc limit ${offset}::bigint + ${limit}::bigint
        ) newest
        order by newest.created_at desc, newest.id desc offset ${offset}::bigint limit ${limit}::bigint)
      union all
      (select oldest.id from stretches cross join lateral (
          select id, created_at from ${sql.table(table)} where ${stretch}
            and ${total} > ${offset}::bigint and ${total} < 2 * ${offset}::bigint
          order by created_at, id limit greatest(${total} - ${offset}::bigint, 0)
        ) oldest
        order by oldest.created_at, oldest.id
        offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)
        limit least(${limit}::bigint, greatest(${total} - ${offset}::bigint, 0)))) ends
      limit ${limit}::bigint
    )
    select counted.total, shown.id is not null as "isThere", shown.*
    from counted left join (select ${columns} from page join ${sql.table(table)} using (id)) shown on true
    order by shown."createdAt" desc, shown.id desc`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ isThere }) => isThere) };
}
