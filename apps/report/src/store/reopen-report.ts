import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Puts a failed report back to `processing` at no cost, unless another one of its check is being written; what is
 * written of it stays. Not one whose submission was abandoned: its client was told that there is none.
 */
export async function reopenReport(db: Db, id: string): Promise<'reopened' | 'not_failed' | 'not_found'> {
  const { rows } = await sql<{ reopened: boolean }>`
    with reopened as (
      update reports failed set
        status = 'processing', failure_reason = null, last_error = null, attempt = 0, lease_until = null,
        credit_cost = 0, updated_at = now()
      where id = ${id} and status = 'failed' and failure_reason <> 'abandoned'
        and not exists (select from reports running
          where running.video_check_id = failed.video_check_id and running.status = 'processing')
      returning id
    )
    select exists (select from reopened) as reopened from reports where id = ${id}`.execute(db);
  if (!rows[0]) return 'not_found';
  return rows[0].reopened ? 'reopened' : 'not_failed';
}
