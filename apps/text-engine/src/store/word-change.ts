import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { CustomWordTable, Trx } from './tables.ts';

/** The state of a scope's words after a change. */
export interface ScopeWords {
  /** Grows with every change. */
  readonly version: number;
  /** Count of the words. */
  readonly words: number;
}

/** The condition that a row belongs to a scope. */
export const inScope = ({ accountId, siteId, tenantId }: Scope) =>
  sql`account_id = ${accountId} and site_id = ${siteId} and tenant_id = ${tenantId}`;

/** Columns of a word as it is shown. */
export type WordRow = Pick<
  CustomWordTable,
  | 'id'
  | 'library'
  | 'keyword'
  | 'match_type'
  | 'replacement'
  | 'note'
  | 'enabled'
  | 'created_at'
  | 'updated_at'
>;

/** Makes a new version of a scope's words after a change of one word in a bucket, which may have taken it away. */
export async function countChange(
  trx: Trx,
  scope: Scope,
  { bucket, isGone }: { readonly bucket: number; readonly isGone: boolean },
): Promise<ScopeWords> {
  const lost = isGone ? 1 : 0;
  const { rows } = await sql<ScopeWords>`
    with changed as (
      update word_scopes set words = words - ${lost}::int, version = version + 1 where ${inScope(scope)}
      returning version, words
    ), filled as (
      update word_buckets set words = words - ${lost}::int, version = (select version from changed)
      where ${inScope(scope)} and bucket = ${bucket}
    )
    select version, words from changed`.execute(trx);
  const changed = rows[0];
  if (!changed) throw new Error('a scope with words has no row that counts them');
  return changed;
}
