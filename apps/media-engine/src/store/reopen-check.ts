import { sql } from 'kysely';
import type { CheckKind } from './check-kinds.ts';
import type { Db } from './tables.ts';

/**
 * Puts a failed check back to `processing` as if it had just been submitted. Not one whose submission was abandoned:
 * its client was told that there is none, and no job of it died.
 */
export async function reopenCheck(
  db: Db,
  { table, reopened }: CheckKind,
  id: string,
): Promise<'reopened' | 'not_failed' | 'not_found'> {
  const { rows } = await sql<{ reopened: boolean }>`
    with reopened as (
      update ${sql.table(table)} set
        status = 'processing', failure_reason = null, last_error = null, attempt = 0, lease_until = null,
        updated_at = now() ${reopened}
      where id = ${id} and status = 'failed' and failure_reason <> 'abandoned' and deleted_at is null
      returning id
    ), kept as (
      -- What a failed video leaves is to go; what this attempt leaves is not.
      delete from removals using reopened where key = 'frames/' || reopened.id || '/'
    )
    select exists (select from reopened) as reopened
    from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
  if (!rows[0]) return 'not_found';
  return rows[0].reopened ? 'reopened' : 'not_failed';
}
