import { type Erased, type ErasePage, isInPage } from '@redline/service-kit/partitions';
import { sql } from 'kysely';
import type { Trx } from './tables.ts';

/**
 * Erases reports whose retention has passed, with their sections. One that is being written is left out, and so is one that
 * ended just now, as an old one does that was reopened: whoever watches it receives its end. No event tells of it, since
 * nobody has a copy of a report.
 * @param endedForMs how long a report stays after its end
 */
export async function eraseExpiredReports(trx: Trx, page: ErasePage, endedForMs: number): Promise<Erased> {
  const { rows } = await sql<{ id: string }>`
    with expired as materialized (
      select id from reports
      where ${isInPage(page)} and status <> 'processing'
        and updated_at <= now() - ${endedForMs}::float8 * interval '1 ms'
      order by id limit ${page.limit}::bigint for update skip locked
    ), erased as (
      delete from reports using expired where reports.id = expired.id
    )
    select id from expired order by id`.execute(trx);
  return { count: rows.length, last: rows.at(-1)?.id ?? null };
}
