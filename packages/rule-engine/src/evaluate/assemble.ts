import {
  highestSeverity,
  precedentFindingsMax,
  riskLevelOfTier,
  severityRanks,
  worstRiskLevel,
} from '@redline/contracts';
import type { Candidate } from '../judge/candidate.ts';
import { isPublishedIn, type Selection } from '../pack/dimensions.ts';
import type { PackMeta } from '../pack/meta-schema.ts';
import type { CompiledPack, Localized, Rule } from '../pack/pack.ts';
import { choosePrecedents } from './choose-precedents.ts';
import type { Finding, RiskLevel } from './evaluation.ts';
import { mergeByPlace } from './merge-by-place.ts';

/**
 * Makes findings of candidates, in text order: overlapping ones of a rule are merged, then those of a place. The first
 * hundred have precedents.
 */
export function assemble(
  text: string,
  pack: Pick<CompiledPack, 'meta' | 'precedents'>,
  selection: Selection,
  candidates: readonly Candidate[],
): Finding[] {
  return mergeByPlace(mergeByRule(candidates))
    .sort(({ candidate: a }, { candidate: b }) => byPlace(a, b))
    .map(
      ({ candidate: { rule, span, folds, source }, alsoFoundBy }): Finding => ({
        ruleId: rule.id,
        wordingId: rule.wordingId,
        alsoFoundBy,
        topic: rule.topic,
        kind: isPublishedIn(rule.hintIn, selection) ? 'scene-hint' : rule.risk,
        tier: rule.tier,
        tierLabel: tierLabelOf(pack.meta, rule, selection),
        severity: rule.severity,
        source,
        start: span.start,
        end: span.end,
        matchedText: text.slice(span.start, span.end),
        folds,
      }),
    )
    .map((finding, at) => (at < precedentFindingsMax ? withPrecedents(finding, pack, selection) : finding));
}

function withPrecedents(
  finding: Finding,
  pack: Pick<CompiledPack, 'meta' | 'precedents'>,
  selection: Selection,
): Finding {
  const precedentIds = choosePrecedents(finding, pack, selection).map(({ id }) => id);
  return precedentIds.length > 0 ? { ...finding, precedentIds } : finding;
}

function byPlace(a: Candidate, b: Candidate): number {
  return a.span.start - b.span.start || b.span.end - a.span.end || (a.rule.id < b.rule.id ? -1 : 1);
}

/**
 * Returns the verdict on a text by the policy in contracts: the highest severity of a violation or, for a pack with tiers,
 * the worst that a violation contributes by its tier. Scene hints contribute nothing.
 */
export function riskLevelOf(
  findings: readonly Pick<Finding, 'kind' | 'tier' | 'severity'>[],
  { tiers }: Pick<PackMeta, 'tiers'>,
): RiskLevel {
  const violations = findings.filter((finding) => finding.kind === 'violation');
  if (!tiers) return highestSeverity(violations.map(({ severity }) => severity));
  return worstRiskLevel(
    violations.flatMap(({ tier, severity }) => (tier === null ? [] : [riskLevelOfTier({ tier, severity })])),
  );
}

/** Counts findings by kind, as the summary of an evaluation does. */
export function countsOf(findings: readonly Pick<Finding, 'kind'>[]): {
  readonly violation: number;
  readonly sceneHint: number;
} {
  const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length;
  return { violation: count('violation'), sceneHint: count('scene-hint') };
}

/** Selects at most `max` findings, in text order: the most severe, and of those the first. */
export function mostSevere(findings: readonly Finding[], max: number): readonly Finding[] {
  if (findings.length <= max) return findings;
  const kept = findings
    .toSorted((a, b) => severityRanks[b.severity] - severityRanks[a.severity])
    .slice(0, Math.max(0, max));
  return findings.filter((one) => kept.includes(one));
}

/** Returns the label of a rule's tier, which differs in some places (in advertisements SOFT costs reach). */
export function tierLabelOf(
  { tiers }: Pick<PackMeta, 'tiers'>,
  { tier }: Pick<Rule, 'tier'>,
  selection: Selection,
): Localized | null {
  if (!tiers || !tier) return null;
  const { label, labelIn } = tiers[tier];
  for (const [name, labels] of Object.entries(labelIn)) {
    const special = labels[selection[name] ?? ''];
    if (special) return special;
  }
  return label;
}

function mergeByRule(candidates: readonly Candidate[]): Candidate[] {
  const byRule = new Map<string, Candidate[]>();
  for (const one of [...candidates].sort((a, b) => a.span.start - b.span.start)) {
    const merged = byRule.get(one.rule.id) ?? [];
    const last = merged.at(-1);
    if (last && one.span.start < last.span.end) merged[merged.length - 1] = join(last, one);
    else merged.push(one);
    byRule.set(one.rule.id, merged);
  }
  return [...byRule.values()].flat();
}

function join(a: Candidate, b: Candidate): Candidate {
  const span = { start: a.span.start, end: Math.max(a.span.end, b.span.end) };
  const core = { start: Math.min(a.core.start, b.core.start), end: Math.max(a.core.end, b.core.end) };
  return { ...a, span, core, folds: [...new Set([...a.folds, ...b.folds])] };
}
