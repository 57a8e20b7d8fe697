import type { BatchFilter, Scope } from '@redline/contracts';
import { inScope, readPage } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { ListedBatch } from '../domain/render/render-batch.ts';
import { listedColumns } from './find-batch.ts';
import type { Db } from './tables.ts';

export interface Page extends BatchFilter {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Lists one page of a scope's batches, newest first, and says how many there are in all. Each product line that the
 * filter leaves is a stretch of the index and is counted by itself; there are four at most.
 */
export async function listBatches(
  db: Db,
  scope: Scope,
  { productVertical, ...page }: Page,
): Promise<{ readonly total: number; readonly batches: readonly ListedBatch[] }> {
  const stretches = sql`
    select product_vertical, sum(total)::bigint as total from batch_counts
    where ${inScope(scope)} ${productVertical ? sql`and product_vertical = ${productVertical}` : sql``}
    group by product_vertical having sum(total) > 0`;
  const inStretch = sql`${inScope(scope)} and listed
    and coalesce(product_vertical, '') = stretches.product_vertical`;
  const source = { table: 'batches', columns: listedColumns, stretches, inStretch };
  const { total, rows } = await readPage<ListedBatch>(db, source, page);
  return { total, batches: rows };
}
