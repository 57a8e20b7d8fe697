import type { Scope } from '@redline/contracts';
import { type Selectable, sql } from 'kysely';
import type { TextCheck } from '../domain/text-check.ts';
import type { Db, TextCheckTable } from './tables.ts';

type Columns = Selectable<TextCheckTable>;

/** A row as it is selected: the columns of the evaluation are null until the check is completed. */
type Row = Omit<TextCheck, 'evaluation' | 'fixes'> & {
  readonly riskLevel: Columns['risk_level'];
  readonly summary: Columns['summary'];
  readonly findings: Columns['findings'];
  readonly customFindings: Columns['custom_findings'];
  readonly semanticLabels: Columns['semantic_labels'];
  readonly considered: Columns['considered'];
  readonly fixes: Columns['fixes'];
};

/** Finds a check of this scope that was not deleted. One row by its primary key. */
export async function findCheck(db: Db, scope: Scope, id: string): Promise<TextCheck | undefined> {
  const { rows } = await sql<Row>`
    select id, status, platform, vertical, product_vertical as "productVertical", scene_mode as "sceneMode",
      auto_fix as "autoFix", explain_locale as "explainLocale", text, risk_level as "riskLevel", summary, findings,
      custom_findings as "customFindings", semantic_labels as "semanticLabels", considered,
      fix_status as "fixStatus", fixed_text as "fixedText", fixes, failure_reason as "failureReason",
      created_at as "createdAt", updated_at as "updatedAt"
    from text_checks
    where id = ${id} and account_id = ${scope.accountId} and site_id = ${scope.siteId}
      and tenant_id = ${scope.tenantId} and deleted_at is null`.execute(db);
  return rows[0] && checkOf(rows[0]);
}

function checkOf(row: Row): TextCheck {
  const { riskLevel, summary, findings, customFindings, semanticLabels, considered, fixes, ...check } = row;
  const evaluation =
    riskLevel && summary && findings
      ? {
          riskLevel,
          summary,
          findings,
          customFindings: customFindings ?? [],
          semanticLabels: semanticLabels ?? [],
          considered: considered ?? [],
        }
      : null;
  return { ...check, evaluation, fixes: fixes ?? [] };
}
