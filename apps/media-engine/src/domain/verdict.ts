import type { mediaRiskLevels } from '@redline/contracts';
import type { Detection } from './detection.ts';

export type RiskLevel = (typeof mediaRiskLevels)[number];

const order: readonly RiskLevel[] = ['PASS', 'REVIEW', 'REJECT'];

/** The worst of some levels; PASS of none (document 4, Verdicts). */
export const worstOf = (levels: readonly RiskLevel[]): RiskLevel =>
  levels.reduce((worst, level) => (order.indexOf(level) > order.indexOf(worst) ? level : worst), 'PASS');

type Weighed = Pick<Detection, 'tier' | 'severity'>;

/** What one finding comes to: STRICT ones count, those of low severity for a second look only (document 4, Verdicts). */
export function levelOf({ tier, severity }: Weighed): RiskLevel {
  if (tier === 'SOFT') return 'PASS';
  return severity === 'low' ? 'REVIEW' : 'REJECT';
}

/** The gravest of some findings, the first of those that are as grave; undefined of none. */
export function gravestOf<T extends Weighed>(findings: readonly T[]): T | undefined {
  const gravity = (found: Weighed) => 2 * order.indexOf(levelOf(found)) + (found.tier === 'STRICT' ? 1 : 0);
  return findings.reduce<T | undefined>(
    (gravest, found) => (gravest && gravity(gravest) >= gravity(found) ? gravest : found),
    undefined,
  );
}

/** Those findings that were asked for; null asks for all. */
export const wantedOf = (
  detections: readonly Detection[],
  types: readonly string[] | null,
): readonly Detection[] =>
  types === null
    ? detections
    : detections.filter((found) => found.types.some((type) => types.includes(type)));

const bySeverity = { high: 'REJECT', medium: 'REVIEW', low: 'PASS' } as const;

/**
 * What something said comes to: on the main site as any finding, on the others by its severity alone. What is only to be
 * borne in mind comes to nothing (document 4, Verdicts).
 */
export function levelOfSpoken(
  risk: Weighed & { readonly kind: 'violation' | 'scene-hint' },
  siteKind: 'main' | 'international',
): RiskLevel {
  if (siteKind === 'main') return levelOf(risk);
  return risk.kind === 'violation' ? bySeverity[risk.severity] : 'PASS';
}
