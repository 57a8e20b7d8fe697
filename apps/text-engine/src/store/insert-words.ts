import type { Scope, WordLibrary } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import { lockWordAccount } from './lock-word-account.ts';
import type { CustomWordTable, Trx } from './tables.ts';
import type { ScopeWords } from './word-change.ts';

export type NewWord = Pick<
  CustomWordTable,
  'id' | 'keyword' | 'folded' | 'match_type' | 'replacement' | 'note' | 'enabled'
>;

export interface NewWords {
  readonly scope: Scope;
  readonly library: WordLibrary;
  /** Of the account, over all sites and tenants. */
  readonly wordLimit: number;
  /** Without duplicates among them; what the limit leaves room for is filled in their order. */
  readonly words: readonly NewWord[];
}

export interface Inserted {
  /** How many were not in the list before. */
  readonly fresh: number;
  /** How many of these were written: the first ones, as many as the limit left room for. */
  readonly inserted: number;
  /** How many words the account had before. */
  readonly usedBefore: number;
  readonly at: Date;
  /** Of the scope now; null when nothing was written. */
  readonly changed: ScopeWords | null;
}

interface Row {
  readonly fresh: number;
  readonly inserted: number;
  readonly at: Date;
  readonly version: number | null;
  readonly words: number | null;
}

/**
 * Writes words that are not in their list yet, as many as the account's limit leaves room for. The account is locked
 * first, so the one statement sees all that was written before it, and of concurrent imports none loses a word or
 * writes one too many.
 *
 * What is known is found in one go over the list, whichever index the planner takes: looked up word by word, it took 2 s
 * against a list that had grown since its statistics were made, instead of some 100 ms.
 */
export async function insertWords(
  trx: Trx,
  { scope, library, wordLimit, words }: NewWords,
): Promise<Inserted> {
  const usedBefore = await lockWordAccount(trx, scope.accountId);
  const room = Math.max(0, wordLimit - usedBefore);
  const { accountId, siteId, tenantId } = scope;
  const column = <K extends keyof NewWord>(name: K) => words.map((word) => word[name]);
  const { rows } = await sql<Row>`${planAnew}
    with known as materialized (
      select folded from custom_words
      where account_id = ${accountId} and site_id = ${siteId} and tenant_id = ${tenantId} and library = ${library}
        and folded = any(${column('folded')}::text[])
    ), fresh as materialized (
      select asked.*, row_number() over (order by position) as place
      from unnest(
        ${column('id')}::text[], ${column('keyword')}::text[], ${column('folded')}::text[],
        ${column('match_type')}::text[], ${column('replacement')}::text[], ${column('note')}::text[],
        ${column('enabled')}::boolean[]
      ) with ordinality as asked (id, keyword, folded, match_type, replacement, note, enabled, position)
      where folded not in (select folded from known)
    ), written as (
      insert into custom_words (id, account_id, site_id, tenant_id, library, keyword, folded, match_type, replacement,
        note, enabled, created_at, updated_at)
      select id, ${accountId}, ${siteId}, ${tenantId}, ${library}, keyword, folded, match_type, replacement,
        note, enabled, statement_timestamp(), statement_timestamp()
      from fresh where place <= ${room}::bigint
      returning 1
    ), counted as (select count(*)::int as inserted from written
    ), used as (
      update word_accounts set used = used + inserted from counted where account_id = ${accountId} and inserted > 0
    ), changed as (
      insert into word_scopes as scopes (account_id, site_id, tenant_id, words, version)
      select ${accountId}, ${siteId}, ${tenantId}, inserted, 1 from counted where inserted > 0
      on conflict (account_id, site_id, tenant_id) do update set
        words = scopes.words + excluded.words, version = scopes.version + 1
      returning version, words
    )
    select inserted, (select count(*)::int from fresh) as fresh, statement_timestamp()::timestamptz(3) as at,
      version, words
    from counted left join changed on true`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('the statement that writes words gave no row');
  const { fresh, inserted, at, version, words: scopeWords } = row;
  const changed = version === null || scopeWords === null ? null : { version, words: scopeWords };
  return { fresh, inserted, usedBefore, at, changed };
}
