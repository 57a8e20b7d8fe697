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

/** Those findings that were asked for; null asks for all. */
export const wantedOf = (
  detections: readonly Detection[],
  types: readonly string[] | null,
): readonly Detection[] =>
  types === null
    ? detections
    : detections.filter((found) => found.types.some((type) => types.includes(type)));
