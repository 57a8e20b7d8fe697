import type { TextRiskLevel, RiskLevel as TierLevel } from '@redline/contracts';
import type { Considered } from '../judge/candidate.ts';
import type { Localized, RiskKind, Severity } from '../pack/pack.ts';
import type { Tier } from '../pack/schema.ts';
import type { ReaderKind } from '../reader/model.ts';

/** The verdict on a text: by a pack without tiers the highest severity of a violation or `safe`, else by tiers. */
export type RiskLevel = TextRiskLevel | TierLevel;

/** A risk, without its texts: those are joined by `wordingId` when a record is rendered. */
export interface Finding {
  readonly ruleId: string;
  /** Names the texts of the rule, as they were when the text was evaluated. */
  readonly wordingId: string;
  /** Ids of precedents, the most alike first; absent where there are none, as in records of older versions. */
  readonly precedentIds?: readonly string[];
  /** Ids of other rules of the topic that found the same place. */
  readonly alsoFoundBy: readonly string[];
  readonly topic: string;
  readonly kind: RiskKind;
  /** Null by a pack without tiers, as is its label. */
  readonly tier: Tier | null;
  readonly tierLabel: Localized | null;
  readonly severity: Severity;
  readonly source: 'rule' | 'model';
  /** UTF-16 offset into the text as submitted. */
  readonly start: number;
  /** UTF-16 offset, exclusive. */
  readonly end: number;
  /** `text.slice(start, end)`. */
  readonly matchedText: string;
  /** Disguises that were undone to find it, such as `leet` or `separator`. */
  readonly folds: readonly string[];
  /** Only of words on a picture: the contract's names of what was found (`OCR`, `AD`, …). */
  readonly types?: readonly string[];
  /** Only of a voiceover: words that may replace the matched ones; null where they can only be left out. */
  readonly replacement?: string | null;
}

/** A match of one of the account's own words; never counts toward the risk level. */
export interface CustomFinding {
  readonly matchedText: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string | null;
  readonly note: string | null;
}

/** The outcome of evaluating one text. */
export interface Evaluation {
  readonly riskLevel: RiskLevel;
  /** In text order. */
  readonly findings: readonly Finding[];
  readonly customFindings: readonly CustomFinding[];
  /** Matches that were judged lawful, in text order. */
  readonly considered: readonly Considered[];
  readonly summary: {
    readonly violation: number;
    readonly sceneHint: number;
    readonly custom: number;
    readonly semantic: number;
  };
  /** Names of topics that a second reviewer found in the text as a whole, without a place. */
  readonly semanticLabels: readonly Localized[];
  /** The pack whose rules were applied. */
  readonly pack: { readonly id: string; readonly version: string; readonly contentHash: string };
  /** The reviewer that answered: `embedded`, or `model:` and its name. */
  readonly reviewer: string;
  /** Runtime that read the text; `off` where rules alone judged it. Absent in records of older versions. */
  readonly reader?: ReaderKind;
}

/** The reviewer of texts that no model reviewed, or whose model was down or slow. */
export const embeddedReviewer = 'embedded';

/** Tells whether a rule found this finding, be it as the one that reports it or beside that. */
export function isFoundBy(finding: Pick<Finding, 'ruleId' | 'alsoFoundBy'>, ruleId: string): boolean {
  return finding.ruleId === ruleId || finding.alsoFoundBy.includes(ruleId);
}

const isTierLevel = (level: RiskLevel): level is TierLevel =>
  level === 'PASS' || level === 'REVIEW' || level === 'REJECT';

/** Narrows a verdict to one by a pack without tiers. Throws an Error for one by tiers. */
export function severityLevelOf(level: RiskLevel): TextRiskLevel {
  if (isTierLevel(level)) throw new Error(`${level} is a verdict by tiers`);
  return level;
}

/** Narrows a verdict to one by a pack with tiers. Throws an Error for one by severity. */
export function tierLevelOf(level: RiskLevel): TierLevel {
  if (!isTierLevel(level)) throw new Error(`${level} is a verdict by severity`);
  return level;
}
