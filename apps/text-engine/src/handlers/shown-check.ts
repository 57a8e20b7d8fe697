import type {
  anyTextCheckItem,
  anyTextCheckRecord,
  checkStatuses,
  InternationalSite,
  SiteId,
} from '@redline/contracts';
import type { z } from 'zod';
import type { Finding, LetPass } from '../domain/evaluation.ts';
import { previewOf } from '../domain/preview.ts';
import { render, renderLetPass } from '../domain/render.ts';
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
const noVerdict = {
  riskLevel: null,
  summary: nothingFound,
  risks: [],
  customRisks: [],
  semanticLabels: [],
  considered: [],
};

/** A check with what was said of its findings and of what it let pass. */
type WordedCheck = Omit<ShownCheck, 'findings' | 'considered'> & {
  readonly findings: readonly Finding[] | null;
  readonly considered: readonly LetPass[] | null;
};

/** A stored check as the contract shows it, in the language of its submission. */
export function recordOf(check: WordedCheck, object: string): z.input<typeof anyTextCheckRecord> {
  return {
    id: check.id,
    object,
    status: shownStatus(check.status),
    platform: check.platform,
    vertical: check.vertical,
    text: check.text,
    ...verdictOf(check),
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

/** Nothing until the check is completed, and nothing once it has failed. */
function verdictOf(check: WordedCheck) {
  const { risk_level: riskLevel, summary, findings, custom_findings: customFindings } = check;
  if (!riskLevel || !summary || !findings) return noVerdict;
  const locale = check.explain_locale;
  return {
    ...render({ riskLevel, summary, findings, customFindings: customFindings ?? [] }, locale),
    semanticLabels: (check.semantic_labels ?? []).flatMap((label) => label[locale] ?? []),
    considered: (check.considered ?? []).map((one) => renderLetPass(check.text, one, locale)),
  };
}

/** What is cancelled is deleted with it and shown to nobody. */
function shownStatus(status: CheckStatus): (typeof checkStatuses)[number] {
  return status === 'cancelled' ? 'failed' : status;
}
