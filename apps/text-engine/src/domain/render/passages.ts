import { type EvaluatedFinding, type EvaluatedLabel, tierOfKind } from '@redline/contracts';
import {
  type Evaluation,
  type Finding,
  type Messages,
  tierLabelOf,
  wordingIn,
} from '@redline/rule-engine/evaluate';
import type { CompiledPack, DetectorLabel, Selection } from '@redline/rule-engine/pack';

/** A pack as far as it is asked about things seen on pictures. */
export interface SiteLabels {
  readonly pack: Evaluation['pack'];
  readonly labels: readonly DetectorLabel[];
  readonly tiers: CompiledPack['meta']['tiers'];
}

/** Renders a finding in a passage for another service, in every locale. Throws an Error for a wording of no pack. */
export function renderEvaluatedFinding(
  finding: Finding,
  messages: Pick<Messages, 'wordings'>,
): EvaluatedFinding {
  const { category, suggestion, legalRef, tierReason } = wordingIn(messages, finding.wordingId);
  return {
    ruleId: finding.ruleId,
    topic: finding.topic,
    kind: finding.kind,
    tier: finding.tier ?? tierOfKind(finding.kind),
    tierLabel: finding.tierLabel,
    severity: finding.severity,
    source: finding.source,
    start: finding.start,
    end: finding.end,
    matchedText: finding.matchedText,
    category,
    suggestion,
    legalRef,
    tierReason,
    types: [...(finding.types ?? [])],
    replacement: finding.replacement ?? null,
    ...(finding.precedentIds && { precedentIds: [...finding.precedentIds] }),
  };
}

/** Renders the meaning of a detector's label on a site, in every locale. */
export function renderLabel(
  { types, about: _, ...label }: DetectorLabel,
  { tiers }: Pick<SiteLabels, 'tiers'>,
  selection: Selection,
): EvaluatedLabel {
  return { ...label, types: [...types], tierLabel: tierLabelOf({ tiers }, label, selection) };
}
