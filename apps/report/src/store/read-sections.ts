import { sql } from 'kysely';
import type { Section } from '../domain/stream/section.ts';
import type { Db } from './tables.ts';

/** Returns the sections of a report that are written, in their order. */
export async function readSections(db: Db, id: string): Promise<readonly Section[]> {
  const { rows } = await sql<Section>`
    select body, writer from report_sections where report_id = ${id} order by place`.execute(db);
  return rows;
}
