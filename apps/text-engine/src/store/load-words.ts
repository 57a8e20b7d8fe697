import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { CustomWord } from '../domain/custom-words.ts';
import type { Db } from './tables.ts';

/** The words of a scope that are on, as of one moment. */
export interface LoadedWords {
  readonly version: number;
  readonly words: readonly CustomWord[];
}

interface Row extends Omit<CustomWord, 'word' | 'matchType'> {
  readonly version: number;
  readonly keyword: string | null;
  readonly match_type: CustomWord['matchType'];
}

/**
 * Reads what a scope's matcher is made of. A product line's own word comes before the general one of the same place.
 * The driver hands the rows on as they come from the socket, so that 20,000 of them hold up nobody for long.
 */
export async function loadWords(db: Db, { accountId, siteId, tenantId }: Scope): Promise<LoadedWords> {
  const { rows } = await sql<Row>`
    select s.version, w.keyword, w.match_type, w.library, w.replacement, w.note
    from word_scopes s left join custom_words w
      on w.account_id = s.account_id and w.site_id = s.site_id and w.tenant_id = s.tenant_id and w.enabled
    where s.account_id = ${accountId} and s.site_id = ${siteId} and s.tenant_id = ${tenantId}
    order by (w.library = 'general'), w.id`.execute(db);
  const words = rows.flatMap(({ keyword, match_type: matchType, library, replacement, note }) =>
    keyword === null ? [] : [{ word: keyword, matchType, library, replacement, note }],
  );
  return { version: rows[0]?.version ?? 0, words };
}
