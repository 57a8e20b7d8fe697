import type { Scope, WordLibrary } from '@redline/contracts';
import { planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import { type BucketFill, placeWords } from '../domain/words/word-buckets.ts';
import { lockWordAccount } from './lock-word-account.ts';
import type { CustomWordTable, Trx } from './tables.ts';
import { inScope, type ScopeWords } from './word-change.ts';

export type NewWord = Pick<
  CustomWordTable,
  'id' | 'keyword' | 'folded' | 'match_type' | 'replacement' | 'note' | 'enabled'
>;

export interface NewWords {
  readonly scope: Scope;
  readonly library: WordLibrary;
  /** The most words the account may have, over all sites and tenants. */
  readonly wordLimit: number;
  /** Without duplicates among them; what the limit leaves room for is filled in their order. */
  readonly words: readonly NewWord[];
}

export interface Inserted {
  /** Count of words that were not in the list before. */
  readonly fresh: number;
  /** Count of these that were inserted: the first ones, as many as the limit left room for. */
  readonly inserted: number;
  /** Count of the account's words before. */
  readonly usedBefore: number;
  /** When they were written and what the scope's words have become; null when nothing was written. */
  readonly written: (ScopeWords & { readonly at: Date }) | null;
}

/**
 * Writes words that are not in their list yet, as many as the account's limit leaves room for, in one statement. The
 * account is locked first, so what is looked at does not change before it is written, and of concurrent imports none
 * loses a word or writes one too many.
 */
export async function insertWords(trx: Trx, wanted: NewWords): Promise<Inserted> {
  const { scope, wordLimit, words } = wanted;
  const usedBefore = await lockWordAccount(trx, scope.accountId);
  const known = await knownOf(trx, wanted);
  const fresh = words.filter(({ folded }) => !known.has(folded));
  const taken = fresh.slice(0, Math.max(0, wordLimit - usedBefore));
  const written = taken.length > 0 ? await write(trx, { ...wanted, words: taken }) : null;
  return { fresh: fresh.length, inserted: taken.length, usedBefore, written };
}

/**
 * Which of the words the list has. All in one go over the list, whichever index the planner takes: looked up word by
 * word, it took 2 s for 2,000 words once the list had grown since its statistics were made.
 */
async function knownOf(trx: Trx, { scope, library, words }: NewWords): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ folded: string }>`${planAnew}
    select folded from custom_words
    where ${inScope(scope)} and library = ${library} and folded = any(${words.map(({ folded }) => folded)}::text[])`.execute(
    trx,
  );
  return new Set(rows.map(({ folded }) => folded));
}

async function write(
  trx: Trx,
  { scope, library, words }: NewWords,
): Promise<ScopeWords & { readonly at: Date }> {
  const { rows: fills } = await sql<BucketFill>`
    select bucket, words from word_buckets where ${inScope(scope)}`.execute(trx);
  const { accountId, siteId, tenantId } = scope;
  const column = <K extends keyof NewWord>(name: K) => words.map((word) => word[name]);
  const { rows } = await sql<ScopeWords & { readonly at: Date }>`${planAnew}
    with written as (
      insert into custom_words (account_id, site_id, tenant_id, library, id, keyword, folded, match_type, replacement,
        note, enabled, bucket, created_at, updated_at)
      select ${accountId}, ${siteId}, ${tenantId}, ${library}, given.*, statement_timestamp(), statement_timestamp()
      from unnest(
        ${column('id')}::text[], ${column('keyword')}::text[], ${column('folded')}::text[],
        ${column('match_type')}::text[], ${column('replacement')}::text[], ${column('note')}::text[],
        ${column('enabled')}::boolean[], ${placeWords(fills, words.length)}::smallint[]
      ) as given
      returning bucket
    ), used as (
      update word_accounts set used = used + ${words.length}::int where account_id = ${accountId}
    ), changed as (
      insert into word_scopes as scopes (account_id, site_id, tenant_id, words, version)
      values (${accountId}, ${siteId}, ${tenantId}, ${words.length}::int, 1)
      on conflict (account_id, site_id, tenant_id) do update set
        words = scopes.words + excluded.words, version = scopes.version + 1
      returning version, words
    ), filled as (
      insert into word_buckets as buckets (account_id, site_id, tenant_id, bucket, words, version)
      select ${accountId}, ${siteId}, ${tenantId}, bucket, count(*), (select version from changed)
      from written group by bucket
      on conflict (account_id, site_id, tenant_id, bucket) do update set
        words = buckets.words + excluded.words, version = excluded.version
    )
    select version, words, statement_timestamp()::timestamptz(3) as at from changed`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('the statement that writes words gave no row');
  return row;
}
