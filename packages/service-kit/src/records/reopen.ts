import { type Kysely, sql } from 'kysely';
import type { OutboxTables } from '../outbox/index.ts';
import type { RecordKind } from './record-kind.ts';
import { withLock } from './with-lock.ts';

export type Reopening = 'reopened' | 'not_failed' | 'not_found';

/**
 * Puts a failed record back to `processing`, as if it had just been submitted, for its job to be replayed; nothing is
 * charged for that (ADR 3). Without a job the sweeper fails it again.
 */
export function reopenRecord<DB extends OutboxTables, N extends object>(
  db: Kysely<DB>,
  { table, lockFirst, onReopen = {} }: RecordKind<DB, N>,
  id: string,
): Promise<Reopening> {
  const { isThere = sql<boolean>`true`, condition = sql<boolean>`true` } = onReopen;
  const run = async (locked: Kysely<DB>): Promise<Reopening> => {
    const { rows } = await sql<{ isReopened: boolean }>`
      with reopened as (
        -- The attempt starts from 0, so that it has all attempts and the fence of none before holds; updated_at, so
        -- that the sweeper gives the replay as long as a new submission.
        update ${sql.table(table)} set status = 'processing', failure_reason = null, last_error = null, attempt = 0, handed_back = 0,
          lease_until = null, updated_at = now() ${onReopen.set ? sql`, ${onReopen.set}` : sql``}
        -- Not an abandoned one: its client got an error instead of it, and no job of it died.
        where id = ${id} and status = 'failed' and failure_reason <> 'abandoned' and ${isThere} and ${condition}
        returning *
      ) ${onReopen.with ? sql`, ${onReopen.with}` : sql``}
      select exists (select from reopened) as "isReopened"
      from ${sql.table(table)} where id = ${id} and ${isThere}`.execute(locked);
    if (!rows[0]) return 'not_found';
    return rows[0].isReopened ? 'reopened' : 'not_failed';
  };
  return withLock<DB, Reopening>(db, lockFirst, id, run, 'not_found');
}
