import type { Scope } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { CustomWord } from '../domain/words/custom-words.ts';
import type { Db } from './tables.ts';

/** The words of a scope that are on, as of one moment. */
export interface LoadedWords {
  readonly version: number;
  /** By bucket, every one there is; null where nothing has changed since the version that was named. */
  readonly buckets: ReadonlyMap<number, readonly CustomWord[] | null>;
}

interface Row extends Omit<CustomWord, 'word' | 'matchType'> {
  readonly version: number;
  readonly bucket: number;
  readonly is_changed: boolean;
  readonly keyword: string | null;
  readonly match_type: CustomWord['matchType'];
}

/**
 * Reads what a scope's matcher is made of, as far as it has changed since a version that the caller has: a bucket that
 * has not is not looked into (`offset 0` keeps the planner from joining first and filtering then). The driver hands rows
 * on as they come from the socket, so that many of them hold up nobody for long.
 */
export async function loadWords(db: Db, scope: Scope, since: number): Promise<LoadedWords> {
  const { accountId, siteId, tenantId } = scope;
  const { rows } = await sql<Row>`${planAnew}
    select s.version, b.bucket, b.version > ${since}::bigint as is_changed, w.*
    from word_scopes s
    join word_buckets b using (account_id, site_id, tenant_id)
    left join lateral (
      select keyword, match_type, library, replacement, note from custom_words w
      where b.version > ${since}::bigint and w.account_id = b.account_id and w.site_id = b.site_id
        and w.tenant_id = b.tenant_id and w.bucket = b.bucket and w.enabled
      offset 0
    ) w on true
    where s.account_id = ${accountId} and s.site_id = ${siteId} and s.tenant_id = ${tenantId}`.execute(db);
  const buckets = new Map<number, CustomWord[] | null>();
  for (const { bucket, is_changed: isChanged, keyword, match_type: matchType, ...word } of rows) {
    const words = buckets.get(bucket) ?? (isChanged ? [] : null);
    buckets.set(bucket, words);
    const { library, replacement, note } = word;
    if (keyword !== null) words?.push({ word: keyword, matchType, library, replacement, note });
  }
  return { version: rows[0]?.version ?? 0, buckets };
}
