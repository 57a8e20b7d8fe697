import {
  type anyMainTextCheckItem,
  type anyMainTextCheckRecord,
  failureWhere,
  mainSite,
  type mainTextRiskSchema,
} from '@redline/contracts';
import { type Finding, tierLevelOf } from '@redline/rule-engine/evaluate';
import type { Localized } from '@redline/rule-engine/pack';
import type { z } from 'zod';
import type { FixStatus, ListedCheck, TextCheck } from '../text-check.ts';
import { renderFinding } from './findings.ts';
import { renderAside, renderItem } from './international-check.ts';
import { inLocale, type TextsById, wordingIn } from './texts.ts';

const object = mainSite.objects.textCheck;
const emptySummary = { strict: 0, soft: 0, custom: 0, semantic: 0 } as const;
const noVerdict = {
  riskLevel: null,
  summary: emptySummary,
  risks: [],
  customRisks: [],
  semanticLabels: [],
  considered: [],
};

/**
 * Renders a check as the record of the main site, in the language of its submission.
 * @param texts those that its evaluation refers to
 * @throws Error for a check without product line, for a locale that the pack does not have, and for findings without tier
 */
export function renderMainCheck(check: TextCheck, texts: TextsById): z.input<typeof anyMainTextCheckRecord> {
  const { productVertical, sceneMode } = check;
  if (!productVertical || !sceneMode) throw new Error(`the check ${check.id} has no product line`);
  return {
    id: check.id,
    object,
    status: check.status,
    failure: failureWhere(check),
    platform: check.platform,
    industryVertical: check.vertical,
    productVertical,
    sceneMode,
    text: check.text,
    ...renderVerdict(check, texts),
    autoFix: check.autoFix,
    fixStatus: runningOf(check.fixStatus),
    fixes: [...check.fixes],
    createdAt: check.createdAt.toISOString(),
    updatedAt: check.updatedAt.toISOString(),
  };
}

/** Renders a check as an item of the main site's list. */
export function renderMainItem(check: ListedCheck): z.input<typeof anyMainTextCheckItem> {
  return {
    ...renderItem(check),
    object,
    status: check.status,
    industryVertical: check.vertical,
    riskLevel: check.riskLevel === null ? null : tierLevelOf(check.riskLevel),
    fixStatus: runningOf(check.fixStatus),
  };
}

function renderVerdict(check: TextCheck, texts: TextsById) {
  const { evaluation, explainLocale } = check;
  if (!evaluation) return noVerdict;
  const risks = evaluation.findings.map((finding) => renderRisk(finding, texts, explainLocale));
  const count = (tier: 'STRICT' | 'SOFT'): number => risks.filter((risk) => risk.tier === tier).length;
  const { custom, semantic } = evaluation.summary;
  return {
    riskLevel: tierLevelOf(evaluation.riskLevel),
    summary: { strict: count('STRICT'), soft: count('SOFT'), custom, semantic },
    risks,
    ...renderAside(evaluation, check, texts),
  };
}

function renderRisk(finding: Finding, texts: TextsById, locale: string): z.infer<typeof mainTextRiskSchema> {
  const { tier, tierLabel, ruleId, wordingId } = finding;
  const { tierReason } = wordingIn(texts, wordingId);
  const rendered = (localized: Localized | null): string => {
    if (localized === null) throw new Error(`a finding of ${ruleId} has no tier`);
    return inLocale(localized, locale);
  };
  if (tier === null) throw new Error(`a finding of ${ruleId} has no tier`);
  return {
    ...renderFinding(finding, texts, locale),
    tier,
    tierLabel: rendered(tierLabel),
    tierReason: rendered(tierReason),
  };
}

/** The main site shows a rewrite while it runs; its outcome is among the fixes. */
const runningOf = (status: FixStatus | null): 'processing' | null =>
  status === 'processing' ? status : null;
