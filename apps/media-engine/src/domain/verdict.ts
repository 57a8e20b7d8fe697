import {
  type EvaluatedFinding,
  type RiskLevel,
  riskLevelOfSeverity,
  riskLevelOfTier,
  riskLevelRanks,
  type Site,
} from '@redline/contracts';
import type { Detection } from './detection.ts';

type Rated = Pick<Detection, 'tier' | 'severity'>;

/** Returns the most severe of some findings, the first of those that are equally severe; undefined of none. */
export function mostSevereOf<T extends Rated>(findings: readonly T[]): T | undefined {
  // A SOFT finding contributes as little to a verdict as none, but is named after every STRICT one.
  const rankOf = (found: Rated) =>
    2 * riskLevelRanks[riskLevelOfTier(found)] + (found.tier === 'STRICT' ? 1 : 0);
  return findings.reduce<T | undefined>(
    (worst, found) => (worst && rankOf(worst) >= rankOf(found) ? worst : found),
    undefined,
  );
}

/** Returns the findings of the types that were asked for; null asks for all. */
export const ofTypes = (
  detections: readonly Detection[],
  types: readonly string[] | null,
): readonly Detection[] =>
  types === null
    ? detections
    : detections.filter((found) => found.types.some((type) => types.includes(type)));

/**
 * Returns what a transcript risk contributes to the verdict: on the main site by its tier, on the others by its severity
 * alone. A scene hint contributes nothing (document 4, Verdicts).
 */
export function riskLevelOfSpeech(
  risk: Rated & Pick<EvaluatedFinding, 'kind'>,
  siteKind: Site['kind'],
): RiskLevel {
  if (siteKind === 'main') return riskLevelOfTier(risk);
  return risk.kind === 'violation' ? riskLevelOfSeverity(risk.severity) : 'PASS';
}
