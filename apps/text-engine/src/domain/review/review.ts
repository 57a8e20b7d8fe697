import type { Standing } from '../assemble.ts';
import { holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf, isIdiom } from '../judge/judge.ts';
import type { Occurrence } from '../match/occurrences.ts';
import { type Reading, runAll } from '../match/run-program.ts';
import type { Rule } from '../rules/pack.ts';
import { spanOf } from '../spans.ts';

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
  if (cues.of('offering').length === 0) return [...candidates];
  const told = rules.flatMap((rule) => impliedBy(reading, cues, rule));
  const fresh = told.filter((one) => !candidates.some((other) => sameClaim(one, other)));
  return [...candidates, ...fresh];
}

/** A rule of words has already found this claim. */
function sameClaim(one: Standing, other: Standing): boolean {
  const overlaps = one.span.start < other.span.end && other.span.start < one.span.end;
  return overlaps && one.rule.topic === other.rule.topic;
}

function impliedBy(reading: Reading, cues: Cues, rule: Rule): Standing[] {
  const { finder } = rule;
  if (finder.kind !== 'implied') return [];
  const stands = (occurrence: Occurrence): boolean =>
    !isIdiom(cues, occurrence) && !clearingOf(reading.structure, cues, rule, occurrence);
  const subjects = runAll(reading, finder.subject).filter(stands);
  if (subjects.length === 0) return [];
  return runAll(reading, finder.outcome)
    .filter((outcome) => subjects.some((subject) => isAbout(reading, outcome, subject, finder.sentences)))
    .filter(stands)
    .filter((outcome) => !rule.unless || !holds(reading, rule.unless, outcome))
    .filter((outcome) => !rule.needs || holds(reading, rule.needs, outcome))
    .map((outcome) => ({
      rule,
      span: spanOf(reading.structure, { ...outcome, offsets: null }, rule.span),
      folds: outcome.folds,
      source: 'model' as const,
    }));
}

/** An outcome belongs to the subject named before it, or in the sentence right after it. */
function isAbout(reading: Reading, outcome: Occurrence, subject: Occurrence, sentencesMax: number): boolean {
  const { sentenceOf } = reading.structure;
  const away = (sentenceOf[outcome.first] ?? 0) - (sentenceOf[subject.first] ?? 0);
  const apart = subject.last <= outcome.first || outcome.last <= subject.first;
  return apart && away >= -1 && away <= sentencesMax;
}
