import type { Candidate, Considered } from '../judge/candidate.ts';
import { exemptionFor, holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf, isIdiom } from '../judge/judge-match.ts';
import { type Span, spanOf, spanOfWords } from '../judge/spans.ts';
import type { ApplicableRules } from '../pack/applicable-rules.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { Rule } from '../pack/pack.ts';
import type { Occurrence } from '../patterns/occurrence.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { droppable } from './dropping.ts';
import { endingsOf } from './implied.ts';
import { type JudgedSentences, type Reading, readClaims } from './read-claims.ts';

/** The outcome of a review: what is left of the candidates with what it added, and what it cleared. */
export interface ReviewOutcome {
  readonly candidates: readonly Candidate[];
  readonly considered: readonly Considered[];
  /** What was read of each sentence, and what was made of it; null where nothing is read. */
  readonly judged: JudgedSentences | null;
  /** Highest probability of a sentence, by the reader, that it is unlawful. */
  readonly probability: number;
}

/**
 * Reviews a text: the embedded semantic reviewer, deterministic, in process. It adds what a text implies across sentences
 * (a condition is named in one place, its end is told in another, and something is on offer), then the sentences that the
 * reader reports where no rule has found anything. It drops the candidates of rules in sentences that the reader finds
 * lawful, where their rules allow that. What is left is said in the words that fit what is sold.
 * @param selection where the text is published
 * @param matched the candidates of the rules
 * @param lawful the rules' matches that were judged lawful
 * @param hasInjection whether the text addresses its reviewers, which clears nothing; `scanned` is without that part
 */
export function review(
  scanned: ScannedText,
  cues: Cues,
  engine: Reading,
  rules: ApplicableRules,
  selection: Selection,
  matched: readonly Candidate[],
  lawful: readonly Considered[],
  hasInjection = false,
): ReviewOutcome {
  const offers = cues.of('offering').length > 0 || cues.of('selling').length > 0;
  const implied = offers ? rules.implied.flatMap((rule) => impliedBy(scanned, cues, rule)) : [];
  const found = [
    ...matched,
    ...implied.filter(
      (one) => !matched.some((other) => overlap(one, other) && one.rule.topic === other.rule.topic),
    ),
  ];
  const read = readClaims(scanned, cues, engine, rules, selection, { found, lawful });
  const all = [...found, ...read.candidates];
  const mayGo = hasInjection ? [] : droppable(scanned, cues, all, read);
  const dropped = mayGo.filter(({ span }) => read.isLawfulAt(span));
  const candidates = all
    .filter((one) => !dropped.includes(one))
    .map((one) => ({ ...one, rule: read.reworded(one.rule, one.core) }));
  const isFound = ({ start, end }: Span): boolean =>
    candidates.some(({ span }) => span.start < end && start < span.end);
  return {
    candidates,
    considered: [
      ...read.considered.filter((one) => one.because !== 'mentioned' || !isFound(one)),
      ...dropped.map(({ rule, span }) => ({ ruleId: rule.id, ...span, because: 'review' })),
    ],
    judged: read.judged,
    probability: read.probability,
  };
}

function overlap(one: Candidate, other: Candidate): boolean {
  return one.span.start < other.span.end && other.span.start < one.span.end;
}

/** A story is shown by its weightiest endings. */
const endingsMax = 2;

function impliedBy(scanned: ScannedText, cues: Cues, rule: Rule): Candidate[] {
  const { finder } = rule;
  if (finder.kind !== 'implied') return [];
  const stands = (occurrence: Occurrence): boolean =>
    !isIdiom(cues, occurrence) && !clearingOf(scanned.structure, cues, rule, occurrence);
  return endingsOf(scanned, cues, finder, stands)
    .filter((ending) => !rule.unless || !holds(scanned, rule.unless, ending))
    .filter((ending) => !exemptionFor(scanned, rule.exemptions, ending))
    .filter((ending) => !rule.needs || holds(scanned, rule.needs, ending))
    .slice(0, endingsMax)
    .map((ending) => ({
      rule,
      span: readableSpan(scanned, ending, rule.span),
      core: spanOfWords(scanned.structure, ending.first, ending.last),
      folds: ending.folds,
      source: 'model' as const,
      isAcross: true,
    }));
}

/** A clause of a word or two (`negative`, `gone`) is shown with its sentence. */
const clauseLengthMin = 20;
const sentenceLengthMax = 120;

function readableSpan(scanned: ScannedText, ending: Occurrence, wish: Rule['span']): Span {
  const match = { ...ending, offsets: null };
  const clause = spanOf(scanned.structure, match, wish);
  const sentence = spanOf(scanned.structure, match, 'sentence');
  const isShort = clause.end - clause.start < clauseLengthMin;
  return isShort && sentence.end - sentence.start <= sentenceLengthMax ? sentence : clause;
}
