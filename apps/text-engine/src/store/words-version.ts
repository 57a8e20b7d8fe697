import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Reads the version of a scope's own words, which counts their changes; null when none apply. A check reads the same as it is taken. */
export async function wordsVersionOf(db: Db, { accountId, siteId, tenantId }: Scope): Promise<number | null> {
  const { rows } = await sql<{ readonly version: number }>`
    select s.version from word_scopes s join word_accounts a using (account_id)
    where s.account_id = ${accountId} and s.site_id = ${siteId} and s.tenant_id = ${tenantId}
      and s.words > 0 and s.enabled and a.enabled`.execute(db);
  return rows[0]?.version ?? null;
}
