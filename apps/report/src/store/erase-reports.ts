import { type Kysely, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/**
 * Records that a check was deleted, and erases its reports that have ended. One that is being written runs out, as its
 * client was promised, and is erased later, by `eraseEnded`.
 * @returns the number of reports that were erased
 */
export function recordDeletedCheck(db: Db, videoCheckId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`insert into deleted_checks (video_check_id) values (${videoCheckId}) on conflict do nothing`.execute(
      trx,
    );
    return erase(trx, { videoCheckId, endedForMs: 0, limit: reportsMax });
  });
}

/** Far more than any check has; those past it are erased by the next turn of `eraseEnded`. */
const reportsMax = 1_000;

/**
 * Erases reports of deleted checks that have ended meanwhile.
 * @param endedForMs how long a report stays after its end, for those who watch it
 * @returns the number of reports that were erased, at most `limit`
 */
export const eraseEnded = (db: Db, options: { readonly endedForMs: number; readonly limit: number }) =>
  erase(db, { ...options, videoCheckId: null });

/** The row stays without content: billing asks for the states of the records that it charged for. */
async function erase(
  db: Kysely<Tables>,
  { videoCheckId, endedForMs, limit }: { videoCheckId: string | null; endedForMs: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      select id from reports
      where video_check_id in (select video_check_id from deleted_checks
          where ${videoCheckId}::text is null or video_check_id = ${videoCheckId})
        and deleted_at is null and status <> 'processing'
        and updated_at <= now() - ${endedForMs}::float8 * interval '1 ms'
      limit ${limit} for update skip locked
    ), erased as (
      update reports set deleted_at = now(), findings = null, last_error = null
      where id in (select id from ended) returning id
    ), gone as (
      delete from report_sections where report_id in (select id from erased)
    )
    select count(*)::int as count from erased`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Forgets deleted checks whose reports are all erased.
 * @param olderThanMs longer than a submission takes, which may have read the check just before it was deleted
 * @returns the number of checks forgotten, at most `limit`
 */
export async function forgetChecks(
  db: Db,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deleted_checks where video_check_id in (
      select video_check_id from deleted_checks checked
      where deleted_at < now() - ${olderThanMs}::float8 * interval '1 ms'
        and not exists (select from reports
          where reports.video_check_id = checked.video_check_id and reports.deleted_at is null)
      order by deleted_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
