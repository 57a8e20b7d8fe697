import type { Scope, WordCursor } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Db } from './tables.ts';
import { inScope, type WordRow } from './word-change.ts';

/**
 * Words of a scope, newest first, from the index.
 * @param page `after` is the last word of the page before
 */
export async function listWords(
  db: Db,
  scope: Scope,
  page: { readonly after: WordCursor | null; readonly limit: number },
): Promise<WordRow[]> {
  const { after, limit } = page;
  const older = after ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql``;
  const { rows } = await sql<WordRow>`${planAnew}
    select id, library, keyword, match_type, replacement, note, enabled, created_at, updated_at
    from custom_words where ${inScope(scope)} ${older}
    order by created_at desc, id desc limit ${limit}::int`.execute(db);
  return rows;
}
