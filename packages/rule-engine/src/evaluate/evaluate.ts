import { type Classifier, classifierOf } from '../classifier/classifier.ts';
import type { Weights } from '../classifier/weights.ts';
import type { Standing } from '../judge/candidate.ts';
import { isSlogan, mayHold } from '../judge/context.ts';
import { type Cues, cuesOf } from '../judge/cues.ts';
import { findHits } from '../judge/find.ts';
import { judge } from '../judge/judge.ts';
import { coreOf, spanOf } from '../judge/spans.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { CompiledPack } from '../pack/pack.ts';
import { type RuleSelector, type RulesHere, ruleSelector } from '../pack/rules-here.ts';
import { rowOf } from '../patterns/live.ts';
import { type Reader, readText } from '../patterns/read-text.ts';
import type { Reading } from '../patterns/run-list.ts';
import { termScan } from '../patterns/term-scan.ts';
import { review } from '../review/review.ts';
import { spokenToReviewers, without } from '../review/to-reviewers.ts';
import { type Brief, briefOf } from '../second-review/brief.ts';
import { assemble, riskLevelOf } from './assemble.ts';
import type { Considered, CustomFinding, Evaluation } from './evaluation.ts';
import type { Explain } from './let-pass.ts';

/** A pack with its automaton, ready to judge texts. */
export interface Engine extends Reader {
  readonly pack: CompiledPack;
  /** What the reviewer has learned; null for a pack without weights. */
  readonly classifier: Classifier | null;
  readonly rulesFor: RuleSelector;
}

/** Makes a loaded pack ready to judge; once per pack, then shared by all texts. */
export function engineOf({ pack, weights }: { pack: CompiledPack; weights: Weights | null }): Engine {
  return {
    pack,
    classifier: weights && classifierOf(weights, pack.language.statistics),
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
): { readonly evaluation: Evaluation; readonly looked: Looked; readonly brief: (explain: Explain) => Brief } {
  const { pack } = engine;
  const looked = lookAt(text, engine, selection);
  const { standing, considered } = looked;
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
    ...{ evaluation, looked },
    brief: (explain) => briefOf({ ...looked, pack, selection, findings, explain }),
  };
}

/** How a record names the pack that judged. */
export const packNameOf = ({ meta, contentHash }: Engine['pack']): Evaluation['pack'] => ({
  ...{ id: meta.id, version: meta.version, contentHash },
});

/** What was found in a text, before it is put into words. */
export interface Looked {
  readonly reading: Reading;
  readonly cues: Cues;
  readonly rules: RulesHere;
  /** Whether the text speaks to its reviewers. */
  readonly isAddressed: boolean;
  readonly standing: readonly Standing[];
  readonly considered: readonly Considered[];
  /** How probable it is to the reviewer that the text violates something. */
  readonly probability: number;
}

/** The steps of `evaluate` up to the review. */
export function lookAt(text: string, engine: Engine, selection: Selection): Looked {
  const reading = readText(text, engine);
  const cues = cuesOf(reading, engine.pack.grammar);
  const rules = engine.rulesFor(selection);
  const addressed = spokenToReviewers(reading, cues);
  const { standing, considered } = judgeAll(reading, cues, rules, isSlogan(reading, addressed));
  const isAddressed = addressed.length > 0;
  // The reviewer hears the text as a whole, so what was written for its ears is kept from it.
  const heard = isAddressed ? readText(without(text, addressed), engine) : reading;
  const heardCues = isAddressed ? cuesOf(heard, engine.pack.grammar) : cues;
  const reviewed = review(heard, heardCues, engine, rules, standing, considered, isAddressed);
  return {
    ...{ reading, cues, rules, isAddressed, standing: reviewed.standing, probability: reviewed.probability },
    considered: [...considered, ...reviewed.considered],
  };
}

function judgeAll(
  reading: Reading,
  cues: Cues,
  { sought, gates }: RulesHere,
  isShort: boolean,
): { standing: Standing[]; considered: Considered[] } {
  const standing: Standing[] = [];
  const considered: Considered[] = [];
  const presumed: Standing[] = [];
  const missing = new Set<string>();
  for (let at = 0; at < sought.length; at++) {
    const gate = gates[at] ?? -1;
    const rule = gate < 0 || rowOf(reading, gate) !== 0 ? sought[at] : undefined;
    if (!rule) continue;
    if (rule.finder.kind === 'missing' && missing.has(rule.topic)) continue;
    if (rule.needs && !mayHold(reading, rule.needs) && !(rule.presumed && isShort)) continue;
    for (const hit of findHits(reading, rule)) {
      const judgment = judge(reading, cues, rule, hit, isShort);
      if (judgment.verdict === 'absent') continue;
      const span = spanOf(reading.structure, hit, rule.span);
      if (judgment.verdict === 'stands') {
        const core = coreOf(reading.structure, hit);
        const found = { rule, span, core, folds: hit.folds, source: 'rule' } as const;
        (judgment.presumed ? presumed : standing).push(found);
        if (rule.finder.kind !== 'missing') continue;
        // What is missing is missing once, however often and by however many rules the text makes it necessary.
        missing.add(rule.topic);
        break;
      } else considered.push({ ruleId: rule.id, ...span, because: judgment.because });
    }
  }
  // Words that say what they speak of are judged by that alone.
  const isKnown = ({ span }: Standing): boolean =>
    standing.some((other) => other.span.start < span.end && span.start < other.span.end);
  const bare = presumed.filter((one) => !isKnown(one));
  return { standing: bare.length > 0 ? [...standing, ...bare] : standing, considered };
}
