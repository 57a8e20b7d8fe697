import { batchDeletionJob, type Scope } from '@redline/contracts';
import { inScope, scopeColumns, scopeOf } from '@redline/service-kit/db';
import { appendOutbox, jobMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { changeBatch } from './change-batch.ts';
import type { Db, Trx } from './tables.ts';

interface BatchToDelete {
  readonly id: string;
  readonly scope: Scope;
  readonly requestId: string;
}

/** Deletes a batch as `deleteBatchIn` does, in a transaction of its own. */
export const deleteBatch = (db: Db, batch: BatchToDelete): Promise<boolean> =>
  db.transaction().execute((trx) => deleteBatchIn(trx, batch));

/**
 * Deletes a batch from its scope and erases its content. Waiting items are refunded; the checks of the others are deleted
 * by a job that is written in the same transaction.
 * @returns false if the scope has no such batch
 */
export async function deleteBatchIn(trx: Trx, { id, scope, requestId }: BatchToDelete): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update batches set listed = false, name = '', deleted_at = now(), updated_at = now(), removal_due_at = now()
    where id = ${id} and ${inScope(scope)} and listed`.execute(trx);
  if (numAffectedRows === 0n) return false;
  await changeBatch(trx, id, { type: 'deleted' }, { requestId });
  await sql`update batch_items set text = null, url = null, title = null, verdict = null, failure = null,
      asked_at = null
    where batch_id = ${id}`.execute(trx);
  await appendDeletion(trx, { id, scope, requestId }, `delete:${id}`);
  return true;
}

async function appendDeletion(
  trx: Trx,
  { id, scope, requestId }: BatchToDelete,
  messageId: string,
): Promise<void> {
  const payload = { version: 1 as const, id, scope, requestId };
  // An id of its own: the stream may know the id of the batch from its submission.
  await appendOutbox(trx, [jobMessage(batchDeletionJob, id, payload, { requestId, id: messageId })]);
}

export interface CheckToRemove {
  readonly checkId: string;
  readonly kind: 'text' | 'image' | 'video';
  readonly held: boolean;
}

/** Reads the checks of a deleted batch that are still to be deleted; for `leasedMs` a worker may be dispatching it. */
export async function findRemoval(
  db: Db,
  id: string,
): Promise<{ readonly leasedMs: number; readonly checks: readonly CheckToRemove[] } | undefined> {
  const { rows } = await sql<CheckToRemove & { leasedMs: number }>`
    select i.check_id as "checkId", i.kind, i.held,
      coalesce(extract(epoch from b.lease_until - clock_timestamp()) * 1000, 0)::float8 as "leasedMs"
    from batches b join batch_items i on i.batch_id = b.id
    where b.id = ${id} and b.removal_due_at is not null order by i.position`.execute(db);
  const [first] = rows;
  return first && { leasedMs: Math.max(0, first.leasedMs), checks: rows };
}

/** Marks a deleted batch whose checks are all deleted. */
export async function endRemoval(db: Db, id: string): Promise<void> {
  await sql`update batches set removal_due_at = null where id = ${id}`.execute(db);
}

export interface OverdueRemoval {
  readonly id: string;
  readonly scope: Scope;
}

/** Takes deleted batches whose checks should be deleted by now; each is taken again after the same time. */
export async function overdueRemovals(
  db: Db,
  { overdueMs, limit }: { readonly overdueMs: number; readonly limit: number },
): Promise<readonly OverdueRemoval[]> {
  const { rows } = await sql<Scope & { id: string }>`
    update batches set removal_due_at = now() where id = any(array(
      select id from batches
      where removal_due_at < now() - ${overdueMs}::float8 * interval '1 ms'
      order by removal_due_at limit ${limit} for update skip locked))
    returning id, ${scopeColumns}`.execute(db);
  return rows.map((row) => ({ id: row.id, scope: scopeOf(row) }));
}

/** Queues the deletion of a batch's checks again, whose job is lost. */
export const requeueRemoval = (
  db: Db,
  { id, scope }: OverdueRemoval,
  { requestId, messageId }: { readonly requestId: string; readonly messageId: string },
): Promise<void> =>
  db.transaction().execute((trx) => appendDeletion(trx, { id, scope, requestId }, messageId));
