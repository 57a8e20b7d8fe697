import type {
  CustomRisk,
  IdTextCheck,
  MainTextCheck,
  MainTextRisk,
  Precedent,
  UsTextCheck,
} from '@redline/client';

export type TextCheck = UsTextCheck | IdTextCheck | MainTextCheck;
type IntlRisk = UsTextCheck['risks'][number];

/** How a finding is shown: by how bad it is, or as a word of the account's own, which never counts. */
export type Level = 'high' | 'medium' | 'low' | 'own';

/** A finding of any site, with what a card says of it. */
export interface Finding {
  /** Unique among the findings of its check, and the same each time that the check is read. */
  readonly key: string;
  readonly level: Level;
  /** True of what is only to be borne in mind. */
  readonly isHint: boolean;
  readonly matchedText: string;
  /** UTF-16 offsets, the end exclusive; -1 of what has no place. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly category: string | null;
  readonly suggestion: string | null;
  readonly legalRef: string | null;
  readonly tier: { readonly name: 'STRICT' | 'SOFT'; readonly label: string; readonly reason: string } | null;
  /** Found by a rule or by the learned reader; null for the account's own words. */
  readonly source: 'rule' | 'model' | null;
  readonly disguises: readonly string[];
  readonly precedents: readonly Precedent[];
  /** What the account puts in place of its own word. */
  readonly replacement: string | null;
}

/** Returns the findings of a check in the order of the text, the worst first where two begin at one place. */
export function findingsOf(check: TextCheck): readonly Finding[] {
  const risks = check.risks.map((risk: IntlRisk | MainTextRisk, index) => ofRisk(risk, index));
  const own = check.customRisks.map(ofOwnWord);
  return [...risks, ...own].sort(
    (one, other) => placeOf(one) - placeOf(other) || ranks[one.level] - ranks[other.level],
  );
}

/** The order of levels: the worst first. */
export const ranks: Readonly<Record<Level, number>> = { high: 0, medium: 1, low: 2, own: 3 };

/** Returns the offset to sort by; findings without a place come last. */
const placeOf = ({ startIndex }: Finding) => (startIndex < 0 ? Number.POSITIVE_INFINITY : startIndex);

function ofRisk(risk: IntlRisk | MainTextRisk, index: number): Finding {
  const tier = 'tier' in risk ? { name: risk.tier, label: risk.tierLabel, reason: risk.tierReason } : null;
  return {
    key: `risk-${index}`,
    level: risk.source === 'custom' ? 'own' : risk.severity,
    isHint: risk.kind === 'scene-hint',
    matchedText: risk.matchedText,
    startIndex: risk.startIndex,
    endIndex: risk.endIndex,
    category: risk.category,
    suggestion: risk.suggestion,
    legalRef: risk.legalRef,
    tier,
    source: risk.source === 'custom' ? null : risk.source,
    disguises: risk.folds,
    precedents: risk.precedents ?? [],
    replacement: null,
  };
}

function ofOwnWord(word: CustomRisk, index: number): Finding {
  return {
    key: `own-${index}`,
    level: 'own',
    isHint: false,
    matchedText: word.matchedText,
    startIndex: word.startIndex,
    endIndex: word.endIndex,
    category: null,
    suggestion: word.note,
    legalRef: null,
    tier: null,
    source: null,
    disguises: [],
    precedents: [],
    replacement: word.replacement,
  };
}
