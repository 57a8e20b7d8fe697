import type { Standing } from '../assemble.ts';
import { exemptionFor, holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf, isIdiom } from '../judge/judge.ts';
import type { Occurrence } from '../match/occurrences.ts';
import type { Reading } from '../match/run-program.ts';
import type { Rule } from '../rules/pack.ts';
import { type Span, spanOf } from '../spans.ts';
import { endingsOf } from './implied.ts';

/**
 * The embedded semantic reviewer: deterministic, in process. It reads the whole text where rules read sentences,
 * and finds what is told across them: a condition is named in one place, its end is told in another, and
 * something is on offer. It adds findings of source `model`; candidates it may drop are those whose rule allows it.
 */
export function review(
  reading: Reading,
  cues: Cues,
  rules: readonly Rule[],
  candidates: readonly Standing[],
): Standing[] {
  if (cues.of('offering').length === 0 && cues.of('selling').length === 0) return [...candidates];
  const told = rules.flatMap((rule) => impliedBy(reading, cues, rule));
  const fresh = told.filter((one) => !candidates.some((other) => sameClaim(one, other)));
  return [...candidates, ...fresh];
}

/** A rule of words has already found this claim. */
function sameClaim(one: Standing, other: Standing): boolean {
  const overlaps = one.span.start < other.span.end && other.span.start < one.span.end;
  return overlaps && one.rule.topic === other.rule.topic;
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
