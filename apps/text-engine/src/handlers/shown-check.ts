import type {
  anyTextCheckItem,
  anyTextCheckRecord,
  checkStatuses,
  InternationalSite,
  SiteId,
  textRiskSchema,
} from '@redline/contracts';
import type { z } from 'zod';
import type { Finding } from '../domain/evaluation.ts';
import { previewOf } from '../domain/preview.ts';
import type { ShownCheck } from '../store/find-check.ts';
import type { ListedCheck } from '../store/list-checks.ts';
import type { CheckStatus } from '../store/tables.ts';

/** The record type's name on a site. */
export function objectOf(sites: readonly InternationalSite[], siteId: SiteId): string {
  const site = sites.find(({ id }) => id === siteId);
  // Nothing is ever stored for a site that is not served, so this is read for an empty list only.
  return site?.objects.textCheck ?? 'text_check';
}

const nothingFound = { violation: 0, sceneHint: 0, custom: 0, semantic: 0 } as const;

/** A stored check as the contract shows it, in the language of its submission. */
export function recordOf(check: ShownCheck, object: string): z.input<typeof anyTextCheckRecord> {
  const locale = check.explain_locale;
  return {
    id: check.id,
    object,
    status: shownStatus(check.status),
    platform: check.platform,
    vertical: check.vertical,
    text: check.text,
    riskLevel: check.risk_level,
    summary: check.summary ?? nothingFound,
    risks: (check.findings ?? []).map((finding) => riskOf(finding, locale)),
    customRisks: (check.custom_findings ?? []).map(({ start, end, ...rest }) => ({
      ...rest,
      startIndex: start,
      endIndex: end,
    })),
    semanticLabels: (check.semantic_labels ?? []).flatMap((label) => label[locale] ?? []),
    fixStatus: check.fix_status,
    fixedText: check.fixed_text,
    createdAt: check.created_at.toISOString(),
    updatedAt: check.updated_at.toISOString(),
  };
}

/** A stored check as a list shows it. */
export function itemOf(check: ListedCheck, object: string): z.input<typeof anyTextCheckItem> {
  const { violation, sceneHint } = check.summary ?? nothingFound;
  return {
    id: check.id,
    object,
    status: shownStatus(check.status),
    platform: check.platform,
    vertical: check.vertical,
    preview: previewOf(check.beginning),
    riskLevel: check.risk_level,
    riskCount: violation + sceneHint,
    fixStatus: check.fix_status,
    createdAt: check.created_at.toISOString(),
  };
}

function riskOf(finding: Finding, locale: string): z.input<typeof textRiskSchema> {
  return {
    id: finding.ruleId,
    kind: finding.kind,
    severity: finding.severity,
    matchedText: finding.matchedText,
    startIndex: finding.start,
    endIndex: finding.end,
    category: finding.category[locale] ?? null,
    suggestion: finding.suggestion[locale] ?? null,
    legalRef: finding.legalRef[locale] ?? null,
    source: finding.source,
  };
}

/** What is cancelled is deleted with it and shown to nobody. */
function shownStatus(status: CheckStatus): (typeof checkStatuses)[number] {
  return status === 'cancelled' ? 'failed' : status;
}
