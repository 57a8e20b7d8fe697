import { rewriteEvents, type Scope } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { eventMessage } from '@redline/service-kit/outbox';
import { type RecordKind, type Records, recordsIn } from '@redline/service-kit/records';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

interface Named {
  readonly scope: Scope;
}

/** A CTE that writes a change of a rewrite, the row of `changed`, to the `fix_status` of its check. */
const onCheck = (changed: 'failed' | 'gone' | 'reopened', status: RawBuilder<unknown>) =>
  sql`on_check as (
    update text_checks set fix_status = ${status}, updated_at = now() from ${sql.table(changed)} changed
    where text_checks.id = changed.check_id and text_checks.deleted_at is null)`;

/** Rewrites as records; their life is in service-kit (records). Its check has its state as `fix_status`. */
export const rewriteRecord: RecordKind<Tables, Named> = {
  table: 'rewrites',
  // Deleting a check locks it and then cancels its rewrite; the other way round the two would wait in a circle.
  async lockFirst(trx, id) {
    const { rows } = await sql`select from text_checks
      where id = (select check_id from rewrites where id = ${id}) for update`.execute(trx);
    return rows.length > 0;
  },
  named: sql<Named>`${scopeColumn}`,
  failedMessage: ({ scope }, { id, occurredAt, reason }, options) =>
    eventMessage(rewriteEvents.failed, { version: 1, id, scope, occurredAt, reason }, options),
  onFail: { with: onCheck('failed', sql`'failed'`) },
  // One that was refused cost nothing: the check is as it was before.
  onDelete: { with: () => onCheck('gone', sql`changed.previous_status`) },
  onReopen: {
    isThere: sql<boolean>`exists (select from text_checks
      where text_checks.id = rewrites.check_id and text_checks.deleted_at is null)`,
    // The index that holds one running rewrite a check would refuse a second one; this answers instead.
    condition: sql<boolean>`not exists (select from text_checks
      where text_checks.id = rewrites.check_id and text_checks.fix_status = 'processing')`,
    with: onCheck('reopened', sql`'processing'`),
  },
};

/** Returns the rewrites of a database as records. */
export const rewriteRecords = (db: Db, wakeRelay: () => void): Records<Tables, Named> =>
  recordsIn(db, rewriteRecord, { wakeRelay });
