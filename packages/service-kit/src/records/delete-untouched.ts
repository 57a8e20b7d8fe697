import { type Kysely, sql } from 'kysely';
import type { OutboxTables } from '../outbox/index.ts';
import { isProcessing, untouched } from './conditions.ts';
import type { RecordKind, RecordTable } from './record-kind.ts';
import { withLock } from './with-lock.ts';

/**
 * Deletes a record that no worker has begun, in one statement. Nothing was charged for it, so there is no event.
 * @returns false when there is no such record, or a worker has begun
 */
export function deleteUntouched<DB extends OutboxTables>(
  db: Kysely<DB>,
  { table, lockFirst, onDelete }: RecordTable & Pick<RecordKind<DB, object>, 'lockFirst' | 'onDelete'>,
  id: string,
): Promise<boolean> {
  const run = async (locked: Kysely<DB>): Promise<boolean> => {
    const { rows } = await sql`
      with gone as (
        delete from ${sql.table(table)} where id = ${id} and ${isProcessing} and ${untouched} returning *
      ) ${onDelete ? sql`, ${onDelete.with()}` : sql``}
      select from gone`.execute(locked);
    return rows.length > 0;
  };
  return withLock(db, lockFirst, id, run, false);
}
