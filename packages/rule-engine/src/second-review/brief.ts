import { assemble } from '../evaluate/assemble.ts';
import type { Finding, LetPass } from '../evaluate/evaluation.ts';
import type { Explain } from '../evaluate/let-pass.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Cues } from '../judge/cues.ts';
import type { ApplicableRules } from '../pack/applicable-rules.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { CompiledPack } from '../pack/pack.ts';
import type { PackMeta } from '../pack/schema.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { droppable } from '../review/dropping.ts';

/** What a second reader is told besides the text and what was found, and what it may do. */
export interface Brief {
  readonly language: string;
  /** Whether the text speaks to its reviewers. */
  readonly hasInjection: boolean;
  /** For each finding, in their order: how it is kept when the second reader drops it; null where it may not. */
  readonly drops: readonly (LetPass | null)[];
  /** What a finding of each topic says, without a place; a topic that is not here cannot be found. */
  readonly learnedRules: readonly Finding[];
  readonly tiers: PackMeta['tiers'];
}

interface Judged {
  readonly scanned: ScannedText;
  readonly cues: Cues;
  /** Whether the text speaks to its reviewers. */
  readonly hasInjection: boolean;
  readonly pack: CompiledPack;
  readonly rules: ApplicableRules;
  readonly selection: Selection;
  /** What stands after the embedded review, and the findings made of it. */
  readonly standing: readonly Candidate[];
  readonly findings: readonly Finding[];
  readonly explain: Explain;
}

/**
 * Writes the brief of a text. A second reader may drop what the embedded one may, as the text allows it (see
 * `droppable`), but no rule's match of high severity: who reads a text that was written to be read by models may be
 * talked into anything.
 */
export function briefOf(judged: Judged): Brief {
  const { pack, rules, selection, standing, findings, explain } = judged;
  const mayGo = new Set(judged.hasInjection ? [] : droppable(judged.scanned, judged.cues, standing, false));
  const behind = ({ topic, start, end }: Finding) =>
    standing.filter(({ rule, span }) => rule.topic === topic && span.start < end && start < span.end);
  const isHard = ({ rule, source }: Candidate) => source === 'rule' && rule.severity === 'high';
  const drops = findings.map((finding) => {
    const all = behind(finding);
    const { ruleId, start, end } = finding;
    if (!all.every((one) => mayGo.has(one) && !isHard(one))) return null;
    return explain([{ ruleId, start, end, because: 'review' }], pack.meta.id)[0] ?? null;
  });
  const nowhere = {
    span: { start: 0, end: 0 },
    core: { start: 0, end: 0 },
    folds: [],
    source: 'model' as const,
  };
  const learned = [...rules.learnedRules.values()].map((rule) => ({ rule, ...nowhere }));
  return {
    language: pack.meta.language,
    hasInjection: judged.hasInjection,
    drops,
    learnedRules: assemble('', pack, selection, learned),
    tiers: pack.meta.tiers,
  };
}
