import type { Scope } from '@redline/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, TextCheckTable } from './tables.ts';

export type ShownCheck = Pick<
  Selectable<TextCheckTable>,
  | 'id'
  | 'status'
  | 'platform'
  | 'vertical'
  | 'product_vertical'
  | 'scene_mode'
  | 'auto_fix'
  | 'explain_locale'
  | 'text'
  | 'risk_level'
  | 'summary'
  | 'findings'
  | 'custom_findings'
  | 'semantic_labels'
  | 'considered'
  | 'fix_status'
  | 'fixed_text'
  | 'fixes'
  | 'created_at'
  | 'updated_at'
>;

/** A check of this scope that was not deleted. One row by its primary key. */
export async function findCheck(db: Db, scope: Scope, id: string): Promise<ShownCheck | undefined> {
  const { rows } = await sql<ShownCheck>`
    select id, status, platform, vertical, product_vertical, scene_mode, auto_fix, explain_locale, text, risk_level,
      summary, findings, custom_findings, semantic_labels, considered, fix_status, fixed_text, fixes, created_at,
      updated_at
    from text_checks
    where id = ${id} and account_id = ${scope.accountId} and site_id = ${scope.siteId}
      and tenant_id = ${scope.tenantId} and deleted_at is null`.execute(db);
  return rows[0];
}
