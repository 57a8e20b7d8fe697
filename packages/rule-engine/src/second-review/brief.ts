import type { Analysis } from '../evaluate/analyze.ts';
import { assemble } from '../evaluate/assemble.ts';
import type { Finding } from '../evaluate/evaluation.ts';
import type { Candidate, Considered } from '../judge/candidate.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { PackMeta } from '../pack/meta-schema.ts';
import type { CompiledPack, Localized } from '../pack/pack.ts';
import { droppable, nowhereLawful } from '../review/dropping.ts';

/** The frame of a second review: what it may report and drop. Plain data, so that it can be sent between threads. */
export interface Brief {
  readonly language: string;
  /** Whether the text addresses its reviewers. */
  readonly hasInjection: boolean;
  /** For each finding, in their order: how it is recorded when the second reviewer drops it; null where it may not. */
  readonly drops: readonly (Considered | null)[];
  /** The topics that may be reported; others cannot be found. */
  readonly topics: readonly ReportableTopic[];
  readonly tiers: PackMeta['tiers'];
}

/** A topic that a second reviewer may report. */
export interface ReportableTopic {
  /** A finding of the topic, still without a place. */
  readonly finding: Finding;
  /** The name of the topic in every locale of the pack. */
  readonly category: Localized;
}

/**
 * Writes the brief of a text. A second reviewer may drop what the embedded one may, as the text allows it (see
 * `droppable`), but no finding of a rule with high severity: who reads a text that was written to be read by models may
 * be talked into anything.
 * @param findings those of the evaluation, which were assembled from the analysis
 */
export function briefOf(
  analysis: Analysis,
  findings: readonly Finding[],
  pack: CompiledPack,
  selection: Selection,
): Brief {
  const { scanned, cues, rules, hasInjection, candidates } = analysis;
  const mayGo = new Set(hasInjection ? [] : droppable(scanned, cues, candidates, nowhereLawful));
  const behind = ({ topic, start, end }: Finding) =>
    candidates.filter(({ rule, span }) => rule.topic === topic && span.start < end && start < span.end);
  const isHard = ({ rule, source }: Candidate) => source === 'rule' && rule.severity === 'high';
  const drops = findings.map((finding) => {
    const { ruleId, start, end } = finding;
    if (!behind(finding).every((one) => mayGo.has(one) && !isHard(one))) return null;
    return { ruleId, start, end, because: 'review' };
  });
  return {
    language: pack.meta.language,
    hasInjection,
    drops,
    topics: topicsOf([...rules.learnedRules.values()], pack, selection),
    tiers: pack.meta.tiers,
  };
}

function topicsOf(
  learnedRules: readonly Candidate['rule'][],
  pack: CompiledPack,
  selection: Selection,
): readonly ReportableTopic[] {
  const candidates = learnedRules.map((rule) => ({
    rule,
    span: { start: 0, end: 0 },
    core: { start: 0, end: 0 },
    folds: [],
    source: 'model' as const,
    isAcross: false,
  }));
  const categories = new Map(learnedRules.map(({ topic, category }) => [topic, category]));
  return assemble('', pack, selection, candidates).map((finding) => ({
    finding,
    category: categories.get(finding.topic) ?? {},
  }));
}
