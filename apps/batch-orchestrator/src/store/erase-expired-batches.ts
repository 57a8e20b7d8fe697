import { randomUUID } from 'node:crypto';
import { idPrefixes, type Scope, testLimits } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import {
  type Erased,
  type ErasePage,
  isInPage,
  ofTestKeys,
  type RetainedRecords,
} from '@redline/service-kit/partitions';
import { sql } from 'kysely';
import { isListed, isRemoved } from './account-batches.ts';
import { deleteBatchIn } from './delete-batch.ts';
import type { Tables, Trx } from './tables.ts';

/** Batches of one transaction: each has some statements of its own, and a job with the deletion of forty checks. */
const batchesMax = 50;
/** While so many deletions are under way none is added: their jobs share a stream with those that clients wait for. */
const deletionsMax = 1_000;

/**
 * Deletes batches whose retention has passed as by their clients: from the list at once, their checks by a job each. Of
 * batches that were deleted and whose checks are too, it removes the rows, with their items. One that is processing is left
 * out, and so is what somebody changes at the moment.
 */
export async function eraseExpiredBatches(trx: Trx, page: ErasePage): Promise<Erased> {
  const { rows: underWay } = await sql`
    select from batches where removal_due_at is not null limit ${deletionsMax}::bigint`.execute(trx);
  if (underWay.length >= deletionsMax) return { count: 0, last: null };
  const { rows } = await sql<{ id: string; scope: Scope; isListed: boolean }>`
    select id, ${scopeColumn}, listed as "isListed" from batches
    where ${isInPage(page)} and ((${isListed} and status <> 'processing') or ${isRemoved})
    order by id limit ${Math.min(page.limit, batchesMax)}::bigint for update skip locked`.execute(trx);
  const listed = rows.filter((batch) => batch.isListed);
  for (const { id, scope } of listed) await deleteBatchIn(trx, { id, scope, requestId: randomUUID() });
  const removed = rows.flatMap((batch) => (batch.isListed ? [] : [batch.id]));
  await sql`delete from batches where id = any(${removed}::text[])`.execute(trx);
  return { count: listed.length, last: rows.at(-1)?.id ?? null };
}

/** Returns the batches as records that are kept for so many days (null for ever), and those of test keys. */
export function retainedBatches(retentionDays: number | null): readonly RetainedRecords<Tables>[] {
  const batches = {
    table: 'batches',
    idPrefix: idPrefixes.batch,
    isPartitioned: false,
    retentionDays,
    erase: eraseExpiredBatches,
  };
  return [batches, ofTestKeys(batches, testLimits.recordsKeptDays)];
}
