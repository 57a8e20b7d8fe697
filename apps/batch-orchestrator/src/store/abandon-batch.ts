import { sql } from 'kysely';
import { untouched } from './change-batch.ts';
import type { Db } from './tables.ts';

/** Deletes a batch whose submission was refused, with its items, unless somebody has begun to hand it out. */
export async function deleteUntouched(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from batches where id = ${id} and ${untouched}`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether anybody has ever taken a batch; false also for an id that is not there. */
export async function wasTaken(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from batches where id = ${id} and attempt > 0`.execute(db);
  return rows.length > 0;
}
