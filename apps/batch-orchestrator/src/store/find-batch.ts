import type { Scope } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { ListedBatch, StoredBatch, StoredItem } from '../domain/render/render-batch.ts';
import type { Db } from './tables.ts';

/** The columns of a batch that lists render. */
export const listedColumns = sql`id, status, name, product_vertical as "productVertical", platform, vertical, texts,
  images, videos, done, result, summary, created_at as "createdAt", finished_at as "finishedAt"`;

/** Reads a batch of this scope with its items, in one snapshot. */
export async function findBatch(db: Db, scope: Scope, id: string): Promise<StoredBatch | undefined> {
  const { rows } = await sql<ListedBatch & { readonly items: readonly StoredItem[] }>`
    select ${listedColumns}, (
      select json_agg(json_build_object('id', i.id, 'checkId', i.check_id, 'kind', i.kind, 'index', i.index,
        'status', i.status, 'held', i.held, 'verdict', i.verdict, 'failure', i.failure, 'text', i.text, 'url', i.url, 'title', i.title,
        'size', i.size, 'durationSeconds', i.duration_seconds, 'width', i.width, 'height', i.height) order by i.position)
      from batch_items i where i.batch_id = batches.id
    ) as items
    from batches where id = ${id} and ${inScope(scope)} and listed`.execute(db);
  return rows[0];
}
