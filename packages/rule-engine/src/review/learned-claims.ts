import type { Classifier } from '../classifier/classifier.ts';
import { disclaimersIn } from '../classifier/disclaimers.ts';
import { featuresOf } from '../classifier/features.ts';
import { type HashedText, hashText } from '../classifier/hashed-text.ts';
import type { TextStructure } from '../document/structure.ts';
import type { Candidate, Considered } from '../judge/candidate.ts';
import { exemptionFor, holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf } from '../judge/judge-match.ts';
import { markBefore, type Words } from '../judge/scope.ts';
import { type Span, spanOf, spanOfWords } from '../judge/spans.ts';
import type { Rule } from '../pack/pack.ts';
import type { GrammarCue } from '../pack/schema.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { Vocabulary } from '../patterns/vocabulary.ts';

/** The claims that the classifier finds in a text. */
export interface LearnedClaims {
  readonly candidates: readonly Candidate[];
  /** Claims that their surroundings clear. */
  readonly considered: readonly Considered[];
  /** Whether the text reads like lawful copy, as a whole and around the words at a place. */
  readonly isLawfulAt: (span: Span) => boolean;
  /** Whether the whole text clearly reads so. */
  readonly isClearlyLawful: boolean;
  /** Returns the claim to report of a text that reads like violating copy and in which nothing was found; at most one. */
  readonly flagged: () => readonly Candidate[];
  /** Probability that the text violates anything; 0 without a classifier. */
  readonly probability: number;
}

/** The parts of an engine that the reviewer uses. */
export interface Reviewer {
  readonly classifier: Classifier | null;
  readonly pack: { readonly vocabulary: Pick<Vocabulary, 'lexicons'> };
}

/**
 * Classifies every sentence. A reported sentence becomes a claim of the `learned` rule of its topic, with that rule's
 * citation, severity and platforms; without such a rule here it is left out. What clears a match of a rule clears the
 * claim in its sentence, too.
 * @param learnedRules the `learned` rules that apply here, by topic
 * @param found places of the text in which rules have found violations
 * @param lawful the rules' matches that were judged lawful
 */
export function learnedClaims(
  scanned: ScannedText,
  cues: Cues,
  { classifier, pack }: Reviewer,
  learnedRules: ReadonlyMap<string, Rule>,
  found: number,
  lawful: readonly Considered[],
): LearnedClaims {
  const candidates: Candidate[] = [];
  const considered: Considered[] = [];
  if (!classifier || learnedRules.size === 0) {
    const none = { isLawfulAt: () => false, isClearlyLawful: false, flagged: () => [], probability: 0 };
    return { candidates, considered, ...none };
  }
  const { sentences } = scanned.structure;
  const hashed = hashText(scanned, cues, pack.vocabulary);
  const predictions = classifier.predict(featuresOf(hashed, sentences), disclaimersIn(scanned, cues), found);
  const claimOf = (at: number, topic: string | undefined): Claim | null => {
    const rule = learnedRules.get(topic ?? '');
    const sentence = sentences[at];
    if (!rule || !sentence) return null;
    const core = coreOf(classifier, hashed, framesOf(cues), sentence);
    const span = placeOf(scanned, sentence, core);
    const because = takenBack(scanned, cues, rule, core) ?? clearedIn(scanned, sentence, lawful);
    const coreSpan = spanOfWords(scanned.structure, core.first, core.last);
    return { candidate: { rule, span, core: coreSpan, folds: [], source: 'model' }, because };
  };
  for (const [at, prediction] of predictions.sentences.entries()) {
    const claim = prediction?.isReported ? claimOf(at, prediction.topic) : null;
    if (claim?.because === null) candidates.push(claim.candidate);
    else if (claim) considered.push(consideredOf(claim.candidate, claim.because));
  }
  const flagged = (): Candidate[] => {
    const { tokens, language } = scanned.structure;
    if (tokens.length < language.classifier.flaggedWordsMin) return [];
    const { isClearlyViolating, flaggedSentences } = predictions.text;
    const claims = flaggedSentences().flatMap(({ sentence, topic }) => claimOf(sentence, topic) ?? []);
    const uncleared = claims.find(({ because }) => because === null);
    const reported = uncleared ?? (isClearlyViolating ? claims[0] : undefined);
    return reported ? [reported.candidate] : [];
  };
  const isLawfulAt = ({ start, end }: Span): boolean => {
    if (!predictions.text.isLawful) return false;
    const sentenceAt = (offset: number): number =>
      Math.max(
        0,
        sentences.findLastIndex(({ first }) => (scanned.structure.tokens[first]?.start ?? 0) <= offset),
      );
    return predictions.text.isLawfulAround(sentenceAt(start), sentenceAt(end - 1));
  };
  const { isClearlyLawful, probability } = predictions.text;
  return { candidates, considered, isLawfulAt, isClearlyLawful, flagged, probability };
}

interface Claim {
  readonly candidate: Candidate;
  /** Why it is lawful all the same, or null. */
  readonly because: string | null;
}

/** Returns a cleared claim as the record stores it. */
export function consideredOf({ rule, span }: Candidate, because: string): Considered {
  return { ruleId: rule.id, ...span, because };
}

function placeOf({ structure }: ScannedText, sentence: Words, core: Words): Span {
  const { sentenceMax, clauseMin } = structure.language.classifier.reported;
  const whole = spanOfWords(structure, sentence.first, sentence.last);
  if (whole.end - whole.start <= sentenceMax) return whole;
  const clause = spanOf(structure, { ...core, folds: [], offsets: null }, 'clause');
  return clause.end - clause.start < clauseMin ? whole : clause;
}

/** Cues that say whose a claim is: they stand around it and are no part of it, whatever their score. */
const frames: readonly GrammarCue[] = ['shunned', 'rejectionCue', 'enforcement', 'teaching'];

function framesOf(cues: Cues): readonly Words[] {
  return frames.flatMap((cue) => cues.of(cue));
}

/** Returns the core of a claim: its words with the highest score, which a denial would have to reach. */
function coreOf(
  classifier: Classifier,
  hashed: HashedText,
  around: readonly Words[],
  sentence: Words,
): Words {
  const { coreWords } = hashed.settings;
  let core: Words = sentence;
  let most = Number.NEGATIVE_INFINITY;
  for (let first = sentence.first; first + coreWords <= sentence.last; first++) {
    const words = { first, last: first + coreWords };
    if (around.some((frame) => frame.first < words.last && words.first < frame.last)) continue;
    if (isQuoteEdgeIn(hashed.scanned.structure, words)) continue;
    const score = classifier.scoreWords(featuresOf(hashed, [words]));
    if (score > most) [core, most] = [words, score];
  }
  return core;
}

/** Tells whether a quotation begins or ends between the words: it and the words around it are two statements. */
function isQuoteEdgeIn(structure: TextStructure, { first, last }: Words): boolean {
  for (let at = first + 1; at < last; at++) if (/["“”]/.test(markBefore(structure, at))) return true;
  return false;
}

/** Why a rule's match in the sentence was lawful, or null. */
function clearedIn(
  { structure }: ScannedText,
  sentence: Words,
  lawful: readonly Considered[],
): string | null {
  const { start, end } = spanOfWords(structure, sentence.first, sentence.last);
  return lawful.find((match) => match.start < end && start < match.end)?.because ?? null;
}

/** Why the claim is lawful all the same, or null. */
function takenBack(scanned: ScannedText, cues: Cues, rule: Rule, core: Words): string | null {
  if (rule.needs && !holds(scanned, rule.needs, core)) return 'needs';
  if (rule.unless && holds(scanned, rule.unless, core)) return 'unless';
  return (
    clearingOf(scanned.structure, cues, rule, core) ??
    exemptionFor(scanned, rule.exemptions, core)?.id ??
    null
  );
}
