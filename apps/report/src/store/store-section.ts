import { appendOutbox } from '@redline/service-kit/outbox';
import { type Attempt, lockFenced } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { eventsOfLast } from '../domain/stream/events.ts';
import type { Section } from '../domain/stream/section.ts';
import { reportRecord } from './report-record.ts';
import { streamMessages } from './stream-messages.ts';
import type { Db } from './tables.ts';

/**
 * Stores the last of these sections, with its events, if this attempt is still the last one taken.
 * @param sections those that are stored, and the one to be stored
 * @returns false if another worker has the report by now
 */
export function storeSection(
  db: Db,
  { id, attempt }: Attempt,
  sections: readonly Section[],
): Promise<boolean> {
  const place = sections.length - 1;
  const last = sections[place];
  if (!last) throw new RangeError('there is no section to be stored');
  return db.transaction().execute(async (trx) => {
    if (!(await lockFenced(trx, reportRecord, { id, attempt }))) return false;
    await sql`insert into report_sections (report_id, place, body, writer)
      values (${id}, ${place}, ${last.body}, ${last.writer})`.execute(trx);
    await appendOutbox(trx, streamMessages(id, eventsOfLast(id, sections)));
    return true;
  });
}
