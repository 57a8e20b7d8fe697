import type { Reopening } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { changeBatch } from './change-batch.ts';
import type { Db } from './tables.ts';

/**
 * Has the items that no owner holds wait once more, as if they had just been submitted. Not those of a batch whose
 * submission was abandoned: its client got an error instead of it, and no job of it died.
 */
export function reopenBatch(db: Db, id: string): Promise<Reopening> {
  return db.transaction().execute(async (trx) => {
    const condition = sql<boolean>`listed and failure_reason is distinct from 'abandoned'`;
    const changed = await changeBatch(trx, id, { type: 'reopened' }, { condition });
    if (changed) return changed.isChanged ? 'reopened' : 'not_failed';
    const { rows } = await sql`select from batches where id = ${id} and listed`.execute(trx);
    return rows.length > 0 ? 'not_failed' : 'not_found';
  });
}
