import { sql } from 'kysely';
import type { CheckKind } from './check-kinds.ts';
import { failCheck, untouched } from './fail-check.ts';
import type { Db } from './tables.ts';

/** Deletes the record of a submission that was refused, unless a worker has begun. */
export async function deleteUntouched(db: Db, { table }: CheckKind, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id = ${id} and status = 'processing' and ${untouched}`.execute(db);
  return numAffectedRows === 1n;
}

/** Fails the record of a submission whose outcome nobody knows, unless a worker has begun. */
export function failUntouched(db: Db, kind: CheckKind, id: string, requestId: string): Promise<boolean> {
  const failure = { id, reason: 'abandoned', condition: untouched, requestId };
  return db.transaction().execute((trx) => failCheck(trx, kind, failure));
}

/** Whether a worker has ever taken a check; false also for an id that is not there. */
export async function wasTaken(db: Db, { table }: CheckKind, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} and attempt > 0`.execute(db);
  return rows.length > 0;
}
