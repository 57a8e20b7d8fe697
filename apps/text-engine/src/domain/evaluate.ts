import { assemble, riskLevelOf, type Standing } from './assemble.ts';
import type { CustomMatcher } from './custom-words.ts';
import type { Considered, Evaluation } from './evaluation.ts';
import { type Cues, cuesOf } from './judge/cues.ts';
import { judge } from './judge/judge.ts';
import { findHits } from './match/find.ts';
import { occurrencesIn, type TermScan } from './match/occurrences.ts';
import type { Reading } from './match/run-program.ts';
import { runAll } from './match/run-program.ts';
import { termScan } from './match/term-scan.ts';
import { livePrograms, type Triggers, triggersOf } from './match/triggers.ts';
import { review } from './review/review.ts';
import type { CompiledPack, Rule } from './rules/pack.ts';
import { spanOf } from './spans.ts';
import { structureOf } from './text/structure.ts';

/** A pack with its automaton and the index of its programs, ready to judge texts. */
export interface Engine {
  readonly pack: CompiledPack;
  readonly scan: TermScan;
  readonly triggers: Triggers;
}

export interface EvaluateOptions {
  readonly platform: string;
  readonly vertical: string;
  /** The scope's own words, made ready by `customMatcher`. */
  readonly customWords?: CustomMatcher;
}

/** Builds automaton and index of a pack; once per pack, then shared by all texts. */
export function engineOf(pack: CompiledPack): Engine {
  return { pack, scan: termScan(pack.vocabulary), triggers: triggersOf(pack) };
}

/**
 * Judges a text: normalise, match, judge, review, assemble. Pure and deterministic.
 * `platform` and `vertical` are values of the pack; offsets of the result are UTF-16 into `text`.
 */
export function evaluate(text: string, engine: Engine, options: EvaluateOptions): Evaluation {
  const { pack } = engine;
  const reading = read(text, engine);
  const cues = cuesOf(reading, pack.grammar);
  const rules = pack.rules.filter((rule) => applies(rule, pack, options));
  const { standing, considered } = judgeAll(reading, cues, rules);
  const findings = assemble(text, pack, review(reading, cues, rules, standing));
  const customFindings = options.customWords?.(text) ?? [];
  const count = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
  return {
    riskLevel: riskLevelOf(findings),
    findings,
    customFindings,
    considered,
    summary: {
      violation: count('violation'),
      sceneHint: count('scene-hint'),
      custom: customFindings.length,
      semantic: 0,
    },
    pack: { id: pack.meta.id, version: pack.meta.version, contentHash: pack.contentHash },
  };
}

/** Takes a text apart and finds its terms. */
function read(text: string, engine: Engine): Reading {
  const structure = structureOf(text);
  const occurrences = occurrencesIn(structure, engine.scan(structure), engine.pack.vocabulary);
  const gapStops = new Set<number>();
  const live = livePrograms(engine.triggers, occurrences);
  const reading: Reading = { structure, occurrences, gapStops, live, memo: new Map() };
  for (const stop of runAll(reading, engine.pack.grammar.gapStop)) gapStops.add(stop.first);
  reading.memo.clear();
  return reading;
}

/** A vertical of its own applies the sets of all categories plus its own; the general one applies every set. */
function applies(rule: Rule, pack: CompiledPack, { platform, vertical }: EvaluateOptions): boolean {
  if (rule.platforms && !rule.platforms.has(platform)) return false;
  return rule.verticals === null || vertical === pack.meta.generalVertical || rule.verticals.has(vertical);
}

function judgeAll(
  reading: Reading,
  cues: Cues,
  rules: readonly Rule[],
): { standing: Standing[]; considered: Considered[] } {
  const standing: Standing[] = [];
  const considered: Considered[] = [];
  for (const rule of rules) {
    for (const hit of findHits(reading, rule)) {
      const judgment = judge(reading, cues, rule, hit);
      if (judgment.verdict === 'absent') continue;
      const span = spanOf(reading.structure, hit, rule.span);
      if (judgment.verdict === 'stands') standing.push({ rule, span, folds: hit.folds, source: 'rule' });
      else considered.push({ ruleId: rule.id, ...span, because: judgment.because });
    }
  }
  return { standing, considered };
}
