import { sql } from 'kysely';
import { untouched } from './conditions.ts';
import type { Records } from './records.ts';

/** Why a submission is undone: it was refused, so nothing was charged; or nobody knows whether it was charged. */
export type AbandonReason = 'refused' | 'unknown';

/**
 * Undoes a submission that no worker has begun. A refused one leaves nothing; one whose outcome is unknown fails, because
 * its charge may exist and the failed event is what refunds it. Answers the same when asked again.
 * @returns `too_late` when a worker has begun; `abandoned` also for an id that is not there
 */
export async function abandonRecord<DB, N>(
  records: Records<DB, N>,
  {
    id,
    reason,
    requestId,
  }: { readonly id: string; readonly reason: AbandonReason; readonly requestId: string },
): Promise<'abandoned' | 'too_late'> {
  const isUndone =
    reason === 'refused'
      ? await records.deleteUntouched(id)
      : await records.fail({ id, reason: 'abandoned', condition: untouched, requestId });
  // Only when nothing was undone: a repeat finds the record failed or gone, at attempt 0, and is answered as at first.
  return !isUndone && (await wasTaken(records, id)) ? 'too_late' : 'abandoned';
}

async function wasTaken<DB, N>({ db, kind: { table } }: Records<DB, N>, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} and attempt > 0`.execute(db);
  return rows.length > 0;
}
