import type { Scope } from '@redline/contracts';
import { inScope, readPage } from '@redline/service-kit/db';
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
  /** Columns to read, as fields of the row. */
  readonly columns: RawBuilder<unknown>;
}

/**
 * Lists one page of a scope's checks, newest first, and says how many there are in all. Each product line and status
 * that the filter leaves is a stretch of the index and is counted by itself; there are a dozen at most.
 */
export const listPage = <T extends object>(
  db: Db,
  { kind, table, columns }: Listed,
  scope: Scope,
  { productVertical, status, ...page }: Page,
): Promise<ListedPage<T>> =>
  readPage(
    db,
    {
      table,
      columns,
      stretches: sql`
        select product_vertical, status, sum(total)::bigint as total from media_counts
        where kind = ${kind} and ${inScope(scope)}
          ${productVertical ? sql`and product_vertical = ${productVertical}` : sql``}
          ${status ? sql`and status = ${status}` : sql``}
        group by product_vertical, status having sum(total) > 0`,
      inStretch: sql`${inScope(scope)} and listed
        and coalesce(product_vertical, '') = stretches.product_vertical and status = stretches.status`,
    },
    page,
  );
