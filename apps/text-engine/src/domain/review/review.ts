import type { Standing } from '../assemble.ts';
import type { Considered } from '../evaluation.ts';
import { exemptionFor, holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf, isIdiom } from '../judge/judge.ts';
import type { Occurrence } from '../match/occurrences.ts';
import type { Reading } from '../match/run-list.ts';
import type { CompiledPack, Rule } from '../rules/pack.ts';
import { type Span, spanOf } from '../spans.ts';
import { endingsOf } from './implied.ts';
import { type LearnedClaims, learnedClaims } from './learned/learned-claims.ts';

/**
 * The embedded semantic reviewer: deterministic, in process. It reads the whole text where rules read sentences, and
 * finds what is told across them (a condition is named in one place, its end is told in another, and something is on
 * offer), then what a classifier has learned to hear where no rule has spoken. It adds findings of source `model` and
 * takes none away, so no text can talk it into clearing what a rule has found.
 */
export function review(
  reading: Reading,
  cues: Cues,
  pack: CompiledPack,
  rules: readonly Rule[],
  candidates: readonly Standing[],
  lawful: readonly Considered[],
): LearnedClaims {
  const offers = cues.of('offering').length > 0 || cues.of('selling').length > 0;
  const told = offers ? rules.flatMap((rule) => impliedBy(reading, cues, rule)) : [];
  const found = [
    ...candidates,
    ...told.filter(
      (one) => !candidates.some((other) => overlap(one, other) && one.rule.topic === other.rule.topic),
    ),
  ];
  const { standing, considered } = learnedClaims(reading, cues, pack, rules, lawful);
  const fresh = standing.filter(
    (one) => !found.some((other) => overlap(one, other) && other.rule.risk === 'violation'),
  );
  return { standing: [...found, ...fresh], considered };
}

function overlap(one: Standing, other: Standing): boolean {
  return one.span.start < other.span.end && other.span.start < one.span.end;
}

/** A story is shown by its weightiest endings. */
const endingsMax = 2;

function impliedBy(reading: Reading, cues: Cues, rule: Rule): Standing[] {
  const { finder } = rule;
  if (finder.kind !== 'implied') return [];
  const stands = (occurrence: Occurrence): boolean =>
    !isIdiom(cues, occurrence) && !clearingOf(reading.structure, cues, rule, occurrence);
  return endingsOf(reading, cues, finder, stands)
    .filter((ending) => !rule.unless || !holds(reading, rule.unless, ending))
    .filter((ending) => !exemptionFor(reading, rule.exemptions, ending))
    .filter((ending) => !rule.needs || holds(reading, rule.needs, ending))
    .slice(0, endingsMax)
    .map((ending) => ({
      rule,
      span: readableSpan(reading, ending, rule.span),
      folds: ending.folds,
      source: 'model' as const,
    }));
}

/** A clause of a word or two (`negative`, `gone`) is shown with its sentence. */
const clauseLengthMin = 20;
const sentenceLengthMax = 120;

function readableSpan(reading: Reading, ending: Occurrence, wish: Rule['span']): Span {
  const hit = { ...ending, offsets: null };
  const clause = spanOf(reading.structure, hit, wish);
  const sentence = spanOf(reading.structure, hit, 'sentence');
  const isShort = clause.end - clause.start < clauseLengthMin;
  return isShort && sentence.end - sentence.start <= sentenceLengthMax ? sentence : clause;
}
