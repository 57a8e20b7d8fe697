import { type Classifier, classifierOf } from '../classifier/classifier.ts';
import type { Weights } from '../classifier/weights.ts';
import type { Candidate } from '../judge/candidate.ts';
import { isSlogan, mayHold } from '../judge/context.ts';
import { type Cues, cuesOf } from '../judge/cues.ts';
import { findMatches } from '../judge/find-matches.ts';
import { judge } from '../judge/judge.ts';
import { coreOf, spanOf } from '../judge/spans.ts';
import { type ApplicableRules, type RuleSelector, ruleSelector } from '../pack/applicable-rules.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { CompiledPack } from '../pack/pack.ts';
import { rowOf } from '../patterns/prefilter.ts';
import { type Scanner, scanText } from '../patterns/scan-text.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { termScan } from '../patterns/term-scan.ts';
import { injectionsIn, without } from '../review/prompt-injection.ts';
import { review } from '../review/review.ts';
import { type Brief, briefOf } from '../second-review/brief.ts';
import { assemble, riskLevelOf } from './assemble.ts';
import type { Considered, CustomFinding, Evaluation } from './evaluation.ts';
import type { Explain } from './let-pass.ts';

/** A pack with its automaton, ready to judge texts. */
export interface Engine extends Scanner {
  readonly pack: CompiledPack;
  /** What the reviewer has learned; null for a pack without weights. */
  readonly classifier: Classifier | null;
  readonly rulesFor: RuleSelector;
}

/** Makes a loaded pack ready to judge; once per pack, then shared by all texts. */
export function engineOf({ pack, weights }: { pack: CompiledPack; weights: Weights | null }): Engine {
  return {
    pack,
    classifier: weights && classifierOf(weights, pack.language.classifier),
    scan: termScan(pack),
    rulesFor: ruleSelector(pack),
  };
}

/**
 * Judges a text: normalise, match, judge, review, assemble. Pure and deterministic.
 * @param selection where the text is published, by the dimensions of the pack
 * @param customWords looks for the scope's own words
 * @returns offsets are UTF-16 into `text`
 */
export function evaluate(
  text: string,
  engine: Engine,
  selection: Selection,
  customWords?: (text: string) => CustomFinding[],
): Evaluation {
  return evaluateWith(text, engine, selection, customWords).evaluation;
}

/** As `evaluate`, with what it goes by and what a second reader is told. */
export function evaluateWith(
  text: string,
  engine: Engine,
  selection: Selection,
  customWords?: (text: string) => CustomFinding[],
): {
  readonly evaluation: Evaluation;
  readonly analysis: Analysis;
  readonly brief: (explain: Explain) => Brief;
} {
  const { pack } = engine;
  const analysis = analyze(text, engine, selection);
  const { standing, considered } = analysis;
  const findings = assemble(text, pack, selection, standing);
  const customFindings = customWords?.(text) ?? [];
  const count = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
  const evaluation = {
    riskLevel: riskLevelOf(findings, pack.meta),
    findings,
    customFindings,
    considered,
    summary: {
      violation: count('violation'),
      sceneHint: count('scene-hint'),
      custom: customFindings.length,
      semantic: 0,
    },
    pack: packNameOf(pack),
  };
  return {
    ...{ evaluation, analysis },
    brief: (explain) => briefOf({ ...analysis, pack, selection, findings, explain }),
  };
}

/** How a record names the pack that judged. */
export const packNameOf = ({ meta, contentHash }: Engine['pack']): Evaluation['pack'] => ({
  ...{ id: meta.id, version: meta.version, contentHash },
});

/** What was found in a text, before it is put into words. */
export interface Analysis {
  readonly scanned: ScannedText;
  readonly cues: Cues;
  readonly rules: ApplicableRules;
  /** Whether the text speaks to its reviewers. */
  readonly hasInjection: boolean;
  readonly standing: readonly Candidate[];
  readonly considered: readonly Considered[];
  /** How probable it is to the reviewer that the text violates something. */
  readonly probability: number;
}

/** The steps of `evaluate` up to the review. */
export function analyze(text: string, engine: Engine, selection: Selection): Analysis {
  const scanned = scanText(text, engine);
  const cues = cuesOf(scanned, engine.pack.grammar);
  const rules = engine.rulesFor(selection);
  const injections = injectionsIn(scanned, cues);
  const { standing, considered } = judgeAll(scanned, cues, rules, isSlogan(scanned, injections));
  const hasInjection = injections.length > 0;
  // The reviewer hears the text as a whole, so what was written for its ears is kept from it.
  const heard = hasInjection ? scanText(without(text, injections), engine) : scanned;
  const heardCues = hasInjection ? cuesOf(heard, engine.pack.grammar) : cues;
  const reviewed = review(heard, heardCues, engine, rules, standing, considered, hasInjection);
  return {
    ...{ scanned, cues, rules, hasInjection, standing: reviewed.standing, probability: reviewed.probability },
    considered: [...considered, ...reviewed.considered],
  };
}

function judgeAll(
  scanned: ScannedText,
  cues: Cues,
  { matched, gates }: ApplicableRules,
  isShort: boolean,
): { standing: Candidate[]; considered: Considered[] } {
  const standing: Candidate[] = [];
  const considered: Considered[] = [];
  const presumed: Candidate[] = [];
  const missing = new Set<string>();
  for (let at = 0; at < matched.length; at++) {
    const gate = gates[at] ?? -1;
    const rule = gate < 0 || rowOf(scanned, gate) !== 0 ? matched[at] : undefined;
    if (!rule) continue;
    if (rule.finder.kind === 'missing' && missing.has(rule.topic)) continue;
    if (rule.needs && !mayHold(scanned, rule.needs) && !(rule.presumed && isShort)) continue;
    for (const match of findMatches(scanned, rule)) {
      const judgment = judge(scanned, cues, rule, match, isShort);
      if (judgment.verdict === 'absent') continue;
      const span = spanOf(scanned.structure, match, rule.span);
      if (judgment.verdict === 'stands') {
        const core = coreOf(scanned.structure, match);
        const found = { rule, span, core, folds: match.folds, source: 'rule' } as const;
        (judgment.presumed ? presumed : standing).push(found);
        if (rule.finder.kind !== 'missing') continue;
        // What is missing is missing once, however often and by however many rules the text makes it necessary.
        missing.add(rule.topic);
        break;
      } else considered.push({ ruleId: rule.id, ...span, because: judgment.because });
    }
  }
  // Words that say what they speak of are judged by that alone.
  const isKnown = ({ span }: Candidate): boolean =>
    standing.some((other) => other.span.start < span.end && span.start < other.span.end);
  const bare = presumed.filter((one) => !isKnown(one));
  return { standing: bare.length > 0 ? [...standing, ...bare] : standing, considered };
}
