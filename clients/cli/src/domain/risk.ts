import { highestSeverity, riskLevelOfTier, type Severity, worstRiskLevel } from '@redline/contracts';

/** An article of law that a rule stands on. */
export interface Law {
  readonly name: string;
  readonly article: string;
  readonly link: string | null;
}

/** A risk of a text, explained in one language, as the engine or a server has found it. */
export interface Risk {
  readonly ruleId: string;
  /** Other rules that found the same place; empty where a server says none. */
  readonly alsoFoundBy: readonly string[];
  /** `comment` is a fault of an ignore comment, and none of the copy. */
  readonly kind: 'violation' | 'scene-hint' | 'custom-word' | 'comment';
  readonly severity: Severity;
  /** Null on the sites without tiers. */
  readonly tier: 'STRICT' | 'SOFT' | null;
  readonly tierLabel: string | null;
  readonly source: 'rule' | 'model' | 'custom';
  /** UTF-16 offset into the text that was judged; -1 where the risk has no place. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly category: string;
  readonly suggestion: string;
  /** Citations as the record of a check has them; empty where there is no law. */
  readonly legalRef: string;
  /** The same with links; empty where a server says none. */
  readonly laws: readonly Law[];
}

/** Level of a risk: the severity of what breaks a rule, or `hint` for what is only to be borne in mind. */
export const levels = ['high', 'medium', 'low', 'hint'] as const;
export type Level = (typeof levels)[number];

/** Returns how much a risk counts. What only costs reach on the main site (SOFT), and own words, are hints. */
export function levelOf({ kind, severity, tier }: Pick<Risk, 'kind' | 'severity' | 'tier'>): Level {
  if (kind === 'comment') return severity === 'low' ? 'hint' : 'low';
  return kind === 'violation' && tier !== 'SOFT' ? severity : 'hint';
}

/** Values of `--fail-on`, from the one that fails most often to the one that never does. `violation` is the same as `low`. */
export const failOnLevels = ['hint', 'low', 'violation', 'medium', 'high', 'never'] as const;
export type FailOn = (typeof failOnLevels)[number];

/** Tells whether a run fails for a risk of a level. */
export function failsFor(level: Level, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  return levels.indexOf(level) <= levels.indexOf(failOn === 'violation' ? 'low' : failOn);
}

/** Returns the verdict on copy with these risks, by the policy of verdicts in contracts: `safe` to `high`, or by tiers PASS, REVIEW or REJECT. */
export function verdictOf(
  risks: readonly Pick<Risk, 'kind' | 'severity' | 'tier'>[],
  hasTiers: boolean,
): string {
  const violations = risks.filter(({ kind }) => kind === 'violation');
  if (!hasTiers) return highestSeverity(violations.map(({ severity }) => severity));
  return worstRiskLevel(
    violations.map(({ tier, severity }) => riskLevelOfTier({ tier: tier ?? 'STRICT', severity })),
  );
}
