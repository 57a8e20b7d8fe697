import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { CustomWordTable } from './tables.ts';

/** What the words of a scope have become by a change. */
export interface ScopeWords {
  /** Grows with every change. */
  readonly version: number;
  /** How many there are. */
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
