import { sql } from 'kysely';
import { countChecks } from './check-counts.ts';
import { failCheck } from './fail-check.ts';
import type { Db } from './tables.ts';

/** The condition under which a submission may still be undone: nobody has begun. */
const untouched = sql<boolean>`attempt = 0`;

/** Deletes the record of a submission that was refused, unless a worker has begun. */
export async function deleteUntouched(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from text_checks where id = ${id} and status = 'processing' and ${untouched}
      returning account_id, site_id, tenant_id, product_vertical, platform
    ), counted as (
      ${countChecks('gone', -1)}
    )
    select from gone`.execute(db);
  return rows.length > 0;
}

/** Fails the record of a submission whose outcome nobody knows, unless a worker has begun. */
export function failUntouched(db: Db, id: string, requestId: string): Promise<boolean> {
  return db
    .transaction()
    .execute((trx) => failCheck(trx, { id, reason: 'abandoned', condition: untouched, requestId }));
}

/** Whether a worker has ever taken a check; false also for an id that is not there. */
export async function wasTaken(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('text_checks').select('attempt').where('id', '=', id).executeTakeFirst();
  return (row?.attempt ?? 0) > 0;
}
