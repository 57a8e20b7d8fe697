import type { mainSummarySchema, mainTextRiskSchema } from '@redline/contracts';
import { type Finding, type TierLevel, tierLevelOf } from '@redline/rule-engine/evaluate';
import type { Localized, Tier } from '@redline/rule-engine/pack';
import type { z } from 'zod';
import type { Rendered } from './render.ts';
import { inLocale, renderCustomFinding, renderFinding } from './render-findings.ts';

/** The verdict of a check as the contract of the main site shows it. */
export interface RenderedByTier {
  readonly riskLevel: TierLevel;
  readonly summary: z.infer<typeof mainSummarySchema>;
  readonly risks: z.infer<typeof mainTextRiskSchema>[];
  readonly customRisks: ReturnType<typeof renderCustomFinding>[];
}

/**
 * Renders a stored evaluation of a pack with tiers in one of its locales.
 * @throws Error for a locale the pack does not have, and for an evaluation without tiers
 */
export function renderByTier(evaluation: Rendered, locale: string): RenderedByTier {
  const risks = evaluation.findings.map((finding) => riskOf(finding, locale));
  const count = (tier: Tier): number => risks.filter((risk) => risk.tier === tier).length;
  const { custom, semantic } = evaluation.summary;
  return {
    riskLevel: tierLevelOf(evaluation.riskLevel),
    summary: { strict: count('STRICT'), soft: count('SOFT'), custom, semantic },
    risks,
    customRisks: evaluation.customFindings.map(renderCustomFinding),
  };
}

function riskOf(finding: Finding, locale: string): RenderedByTier['risks'][number] {
  const { tier, tierLabel, wording } = finding;
  const said = (texts: Localized | null): string => {
    if (texts === null) throw new Error(`a finding of ${finding.ruleId} has no tier`);
    return inLocale(texts, locale);
  };
  if (tier === null) throw new Error(`a finding of ${finding.ruleId} has no tier`);
  return {
    ...renderFinding(finding, locale),
    tier,
    tierLabel: said(tierLabel),
    tierReason: said(wording.tierReason),
  };
}
