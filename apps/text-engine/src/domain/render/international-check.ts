import {
  type anyTextCheckItem,
  type anyTextCheckRecord,
  type checkStatuses,
  failureWhere,
  type InternationalSite,
  previewOf,
} from '@redline/contracts';
import { severityLevelOf } from '@redline/rule-engine/evaluate';
import type { z } from 'zod';
import type { CheckStatus, ListedCheck, TextCheck } from '../text-check.ts';
import { renderConsidered, renderCustomFinding, renderFinding } from './findings.ts';
import { inLocale, type TextsById } from './texts.ts';

const emptySummary = { violation: 0, sceneHint: 0, custom: 0, semantic: 0 } as const;
const noVerdict = {
  riskLevel: null,
  summary: emptySummary,
  risks: [],
  customRisks: [],
  semanticLabels: [],
  considered: [],
};

/**
 * Renders a check as the record of an international site, in the language of its submission.
 * @param texts those that its evaluation refers to
 * @throws Error for a locale that the pack does not have, and for a verdict by tiers
 */
export function renderInternationalCheck(
  check: TextCheck,
  texts: TextsById,
  { objects }: InternationalSite,
): z.input<typeof anyTextCheckRecord> {
  return {
    id: check.id,
    object: objects.textCheck,
    status: renderStatus(check.status),
    failure: failureWhere(check),
    platform: check.platform,
    vertical: check.vertical,
    text: check.text,
    ...renderVerdict(check, texts),
    fixStatus: check.fixStatus,
    fixedText: check.fixedText,
    createdAt: check.createdAt.toISOString(),
    updatedAt: check.updatedAt.toISOString(),
  };
}

/** Renders a check as an item of an international site's list. */
export function renderInternationalItem(
  check: ListedCheck,
  { objects }: InternationalSite,
): z.input<typeof anyTextCheckItem> {
  return {
    ...renderItem(check),
    object: objects.textCheck,
    status: renderStatus(check.status),
    vertical: check.vertical,
    riskLevel: check.riskLevel === null ? null : severityLevelOf(check.riskLevel),
    fixStatus: check.fixStatus,
  };
}

/** Renders the fields that the lists of all sites show of a check. */
export function renderItem(check: ListedCheck) {
  const { violation, sceneHint } = check.summary ?? emptySummary;
  return {
    id: check.id,
    platform: check.platform,
    failure: failureWhere(check),
    preview: previewOf(check.beginning),
    riskCount: violation + sceneHint,
    createdAt: check.createdAt.toISOString(),
  };
}

/** Renders the parts of a verdict that are alike on every site. */
export function renderAside(
  evaluation: NonNullable<TextCheck['evaluation']>,
  { text, explainLocale: locale }: Pick<TextCheck, 'text' | 'explainLocale'>,
  texts: TextsById,
) {
  return {
    customRisks: evaluation.customFindings.map(renderCustomFinding),
    semanticLabels: evaluation.semanticLabels.flatMap((label) =>
      label[locale] ? inLocale(label, locale) : [],
    ),
    considered: renderConsidered(text, evaluation.considered, texts, locale),
  };
}

function renderVerdict(check: TextCheck, texts: TextsById) {
  const { evaluation, explainLocale } = check;
  if (!evaluation) return noVerdict;
  return {
    riskLevel: severityLevelOf(evaluation.riskLevel),
    summary: { ...evaluation.summary },
    risks: evaluation.findings.map((finding) => renderFinding(finding, texts, explainLocale)),
    ...renderAside(evaluation, check, texts),
  };
}

/** A cancelled check is deleted with its cancellation, and no client sees it. */
function renderStatus(status: CheckStatus): (typeof checkStatuses)[number] {
  return status === 'cancelled' ? 'failed' : status;
}
