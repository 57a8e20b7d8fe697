import { appendOutbox } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { eventsOfLast } from '../domain/stream/events.ts';
import type { Section } from '../domain/stream/section.ts';
import type { Db } from './tables.ts';
import type { TakenReport } from './take-report.ts';
import { toldEvents } from './told-events.ts';

/** The sections of a report that are written, in their order. */
export async function readSections(db: Db, id: string): Promise<readonly Section[]> {
  const { rows } = await sql<Section>`
    select body, writer from report_sections where report_id = ${id} order by place`.execute(db);
  return rows;
}

/**
 * Keeps the last of these sections, and tells of it, if this attempt is still the last one taken.
 * @param sections those that are kept, and the one to be kept
 * @returns false when the report is somebody else's by now
 */
export function keepSection(
  db: Db,
  { id, attempt }: Pick<TakenReport, 'id' | 'attempt'>,
  sections: readonly Section[],
): Promise<boolean> {
  const place = sections.length - 1;
  const last = sections[place];
  if (!last) throw new RangeError('there is no section to be kept');
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`select from reports
      where id = ${id} and attempt = ${attempt} and status = 'processing' for update`.execute(trx);
    if (rows.length === 0) return false;
    await sql`insert into report_sections (report_id, place, body, writer)
      values (${id}, ${place}, ${last.body}, ${last.writer})`.execute(trx);
    await appendOutbox(trx, toldEvents(id, eventsOfLast(id, sections)));
    return true;
  });
}
