import { firstIdAt } from '@redline/service-kit/ids';
import { sql } from 'kysely';
import type { Place } from '../domain/place.ts';
import type { Db } from './tables.ts';

/** Which texts are listed: those of checks of a site that were submitted from one time until another one. */
export interface TextRange {
  readonly siteId: string;
  readonly from: Date;
  readonly until: Date;
  readonly limit: number;
}

/** A text that was judged, and where it is published. */
export interface JudgedText extends Place {
  readonly id: string;
  readonly text: string;
}

/** Lists texts of completed checks, oldest first; not those that were deleted. A range of the key, as long as `limit`. */
export async function listTexts(db: Db, { siteId, from, until, limit }: TextRange): Promise<JudgedText[]> {
  const { rows } = await sql<JudgedText>`
    select id, text, platform, vertical, product_vertical as "productVertical", scene_mode as "sceneMode"
    from text_checks
    where id >= ${firstIdAt('text', from.getTime())} and id < ${firstIdAt('text', until.getTime())}
      and site_id = ${siteId} and status = 'completed' and deleted_at is null
    order by id limit ${limit}::bigint`.execute(db);
  return rows;
}
