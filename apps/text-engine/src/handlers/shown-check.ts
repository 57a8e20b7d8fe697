import {
  type anyTextCheckItem,
  type anyTextCheckRecord,
  type checkStatuses,
  type InternationalSite,
  previewOf,
} from '@redline/contracts';
import { type Finding, type LetPass, severityLevelOf } from '@redline/rule-engine/evaluate';
import type { z } from 'zod';
import { render } from '../domain/render/render.ts';
import { renderLetPass } from '../domain/render/render-findings.ts';
import type { ShownCheck } from '../store/find-check.ts';
import type { ListedCheck } from '../store/list-checks.ts';
import type { CheckStatus } from '../store/tables.ts';

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
export type WordedCheck = Omit<ShownCheck, 'findings' | 'considered'> & {
  readonly findings: readonly Finding[] | null;
  readonly considered: readonly LetPass[] | null;
};

/** A stored check as an international site shows it, in the language of its submission. */
export function recordOf(
  check: WordedCheck,
  { objects }: InternationalSite,
): z.input<typeof anyTextCheckRecord> {
  return {
    id: check.id,
    object: objects.textCheck,
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

/** A stored check as a list of an international site shows it. */
export function itemOf(check: ListedCheck, { objects }: InternationalSite): z.input<typeof anyTextCheckItem> {
  return {
    ...entryOf(check),
    object: objects.textCheck,
    status: shownStatus(check.status),
    vertical: check.vertical,
    riskLevel: check.risk_level === null ? null : severityLevelOf(check.risk_level),
    fixStatus: check.fix_status,
  };
}

/** What every list shows of a check. */
export function entryOf(check: ListedCheck) {
  const { violation, sceneHint } = check.summary ?? nothingFound;
  return {
    id: check.id,
    platform: check.platform,
    preview: previewOf(check.beginning),
    riskCount: violation + sceneHint,
    createdAt: check.created_at.toISOString(),
  };
}

/** What is found in a completed check; null until it is completed, and once it has failed. */
export function evaluationOf(check: WordedCheck) {
  const { risk_level: riskLevel, summary, findings, custom_findings: customFindings } = check;
  if (!riskLevel || !summary || !findings) return null;
  return { riskLevel, summary, findings, customFindings: customFindings ?? [] };
}

/** What of a verdict is shown alike on every site. */
export function asideOf({ explain_locale: locale, text, ...check }: WordedCheck) {
  return {
    semanticLabels: (check.semantic_labels ?? []).flatMap((label) => label[locale] ?? []),
    considered: (check.considered ?? []).map((one) => renderLetPass(text, one, locale)),
  };
}

function verdictOf(check: WordedCheck) {
  const evaluation = evaluationOf(check);
  if (!evaluation) return noVerdict;
  return { ...render(evaluation, check.explain_locale), ...asideOf(check) };
}

/** What is cancelled is deleted with it and shown to nobody. */
function shownStatus(status: CheckStatus): (typeof checkStatuses)[number] {
  return status === 'cancelled' ? 'failed' : status;
}
