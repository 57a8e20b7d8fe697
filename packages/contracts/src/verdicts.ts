import type { riskTiers } from './http/main-text-checks.ts';
import type { mediaRiskLevels } from './http/media.ts';
import type { riskKinds, severities, textRiskLevels } from './http/text-checks.ts';

/*
 * The policy of verdicts (document 4, Verdicts): how severe a finding is beside another, what it contributes to the
 * verdict of a check, and which verdicts a batch passes. The law is not here: rules say of each finding which tier and
 * which severity it has.
 */

export type Severity = (typeof severities)[number];
export type RiskTier = (typeof riskTiers)[number];
/** The verdict on a text of an international site. */
export type TextRiskLevel = (typeof textRiskLevels)[number];
/** The verdict on a text of the main site, and on every image and video. */
export type RiskLevel = (typeof mediaRiskLevels)[number];

/** Ranks of severities: the more severe, the higher. */
export const severityRanks: Readonly<Record<Severity, number>> = { low: 1, medium: 2, high: 3 };

/** Returns the highest of some severities, which is the verdict on a text of an international site; `safe` of none. */
export const highestSeverity = (found: readonly Severity[]): TextRiskLevel =>
  found.reduce<TextRiskLevel>(
    (highest, severity) =>
      highest === 'safe' || severityRanks[severity] > severityRanks[highest] ? severity : highest,
    'safe',
  );

/** Ranks of verdicts: the worse, the higher. */
export const riskLevelRanks: Readonly<Record<RiskLevel, number>> = { PASS: 0, REVIEW: 1, REJECT: 2 };

/** Returns the worst of some verdicts; `PASS` of none. */
export const worstRiskLevel = (levels: readonly RiskLevel[]): RiskLevel =>
  levels.reduce<RiskLevel>(
    (worst, level) => (riskLevelRanks[level] > riskLevelRanks[worst] ? level : worst),
    'PASS',
  );

/**
 * Returns what a finding with a tier contributes to the verdict: a STRICT one of low severity asks for a review, any
 * other STRICT one rejects, a SOFT one changes nothing.
 */
export function riskLevelOfTier({
  tier,
  severity,
}: {
  readonly tier: RiskTier;
  readonly severity: Severity;
}): RiskLevel {
  if (tier === 'SOFT') return 'PASS';
  return severity === 'low' ? 'REVIEW' : 'REJECT';
}

const bySeverity = { high: 'REJECT', medium: 'REVIEW', low: 'PASS' } as const;

/**
 * Returns what a violation without a tier contributes to such a verdict: a transcript risk of an international site.
 */
export const riskLevelOfSeverity = (severity: Severity): RiskLevel => bySeverity[severity];

/** Returns the tier that stands for the kind of a finding on a site without tiers. */
export const tierOfKind = (kind: (typeof riskKinds)[number]): RiskTier =>
  kind === 'violation' ? 'STRICT' : 'SOFT';

/**
 * Tells whether a batch passes an item.
 * @param riskLevel the verdict on the item, as its site writes it: of either kind; null if its check failed
 */
export const isPassedByBatch = (riskLevel: string | null): boolean =>
  riskLevel !== null &&
  riskLevel !== ('REJECT' satisfies RiskLevel) &&
  riskLevel !== ('high' satisfies TextRiskLevel);
