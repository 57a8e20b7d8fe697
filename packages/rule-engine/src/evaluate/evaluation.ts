import type { TextRiskLevel as SeverityLevel, RiskLevel as TierLevel } from '@redline/contracts';
import type { Considered } from '../judge/candidate.ts';

export type { Considered, SeverityLevel, TierLevel };

import type { Localized, RiskKind, Severity, Wording } from '../pack/pack.ts';
import type { Tier } from '../pack/schema.ts';

/** A verdict: the highest severity of a violation (or `safe`), or that of a pack with tiers. */
export type RiskLevel = SeverityLevel | TierLevel;

/** One risk: in every locale of the pack. Offsets are UTF-16 into the text as submitted, end exclusive. */
export interface Finding {
  readonly ruleId: string;
  /** Rules of the same topic that found the same place. */
  readonly alsoFoundBy: readonly string[];
  readonly topic: string;
  readonly kind: RiskKind;
  /** Null by a pack without tiers, as is its label. */
  readonly tier: Tier | null;
  readonly tierLabel: Localized | null;
  readonly severity: Severity;
  readonly source: 'rule' | 'model';
  readonly start: number;
  readonly end: number;
  /** `text.slice(start, end)`. */
  readonly matchedText: string;
  /** What its rule says; one object a rule. */
  readonly wording: Wording;
  /** Disguises that had to be read through to find it, such as `leet` or `separator`. */
  readonly folds: readonly string[];
  /** Of words on a picture: what the finding is of (`OCR`, `AD`, …). */
  readonly types?: readonly string[];
  /** Of a voiceover: what may be said instead; null where the words can only be left out. */
  readonly replacement?: string | null;
}

/** A hit that was let pass, and why, in every locale of the pack. */
export interface LetPass extends Considered {
  readonly reason: Localized;
}

/** A hit of the account's own words; never counts toward the risk level. */
export interface CustomFinding {
  readonly matchedText: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string | null;
  readonly note: string | null;
}

export interface Evaluation {
  readonly riskLevel: RiskLevel;
  readonly findings: readonly Finding[];
  readonly customFindings: readonly CustomFinding[];
  readonly considered: readonly Considered[];
  readonly summary: {
    readonly violation: number;
    readonly sceneHint: number;
    readonly custom: number;
    readonly semantic: number;
  };
  /** The pack that judged. */
  readonly pack: { readonly id: string; readonly version: string; readonly contentHash: string };
}

/** Whether a rule is behind a finding, speaking for it or not. */
export function isFoundBy(finding: Pick<Finding, 'ruleId' | 'alsoFoundBy'>, ruleId: string): boolean {
  return finding.ruleId === ruleId || finding.alsoFoundBy.includes(ruleId);
}

const isTierLevel = (level: RiskLevel): level is TierLevel =>
  level === 'PASS' || level === 'REVIEW' || level === 'REJECT';

/** A verdict by a pack without tiers. Throws an Error for one by a pack that has them. */
export function severityLevelOf(level: RiskLevel): SeverityLevel {
  if (isTierLevel(level)) throw new Error(`${level} is a verdict by tiers`);
  return level;
}

/** A verdict by a pack with tiers. Throws an Error for one by a pack without. */
export function tierLevelOf(level: RiskLevel): TierLevel {
  if (!isTierLevel(level)) throw new Error(`${level} is a verdict by severity`);
  return level;
}
