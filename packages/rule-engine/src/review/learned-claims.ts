import type { Classifier } from '../classifier/classifier.ts';
import { disclaimersIn, featuresOf, keysOf, type TextKeys } from '../classifier/features.ts';
import type { TextStructure } from '../document/structure.ts';
import type { Candidate, Considered } from '../judge/candidate.ts';
import { exemptionFor, holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf } from '../judge/judge.ts';
import { markBefore, type Words } from '../judge/scope.ts';
import { type Span, spanOf, spanOfWords } from '../judge/spans.ts';
import type { Rule } from '../pack/pack.ts';
import type { GrammarCue } from '../pack/schema.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { Vocabulary } from '../patterns/vocabulary.ts';

/** What the classifier finds: claims that stand, and those that their surroundings take back. */
export interface LearnedClaims {
  readonly standing: readonly Candidate[];
  readonly considered: readonly Considered[];
  /** Whether the text reads like lawful copy, as a whole and around the words at a place. */
  readonly isLawfulAt: (span: Span) => boolean;
  /** Whether it does so beyond doubt. */
  readonly isSurelyLawful: boolean;
  /** Where it reads like violating copy, the loudest claim that nothing takes back; it matters where nothing stands. */
  readonly accused: () => readonly Candidate[];
  /** How probable it is that the text violates something: 0 where nothing was learned. */
  readonly probability: number;
}

/** What of an engine the reviewer asks. */
export interface Reviewer {
  readonly classifier: Classifier | null;
  readonly pack: { readonly vocabulary: Pick<Vocabulary, 'lexicons'> };
}

/**
 * Asks the classifier about every sentence. Where it speaks, the `learned` rule of its topic speaks for it, with that
 * rule's citation, severity and platforms; a topic without one that applies here stays silent. What takes back a rule's
 * match takes back what is heard in its sentence too.
 * @param learnedRules by topic, the rules that may speak
 * @param found in how many places rules have found violations
 * @param lawful the rules' matches that were looked at and found lawful
 */
export function learnedClaims(
  scanned: ScannedText,
  cues: Cues,
  { classifier, pack }: Reviewer,
  learnedRules: ReadonlyMap<string, Rule>,
  found: number,
  lawful: readonly Considered[],
): LearnedClaims {
  const standing: Candidate[] = [];
  const considered: Considered[] = [];
  if (!classifier || learnedRules.size === 0) {
    const none = { isLawfulAt: () => false, isSurelyLawful: false, accused: () => [], probability: 0 };
    return { standing, considered, ...none };
  }
  const { sentences } = scanned.structure;
  const keys = keysOf(scanned, cues, pack.vocabulary);
  const opinions = classifier.judge(featuresOf(keys, sentences), disclaimersIn(scanned, cues), found);
  const claimOf = (at: number, topic: string | undefined): Claim | null => {
    const rule = learnedRules.get(topic ?? '');
    const sentence = sentences[at];
    if (!rule || !sentence) return null;
    const core = coreOf(classifier, keys, framesOf(cues), sentence);
    const span = placeOf(scanned, sentence, core);
    const because = takenBack(scanned, cues, rule, core) ?? clearedIn(scanned, sentence, lawful);
    const loudest = spanOfWords(scanned.structure, core.first, core.last);
    return { standing: { rule, span, core: loudest, folds: [], source: 'model' }, because };
  };
  for (const [at, opinion] of opinions.sentences.entries()) {
    const claim = opinion?.speaks ? claimOf(at, opinion.topic) : null;
    if (claim?.because === null) standing.push(claim.standing);
    else if (claim) considered.push(consideredOf(claim.standing, claim.because));
  }
  const accused = (): Candidate[] => {
    const { tokens, language } = scanned.structure;
    if (tokens.length < language.statistics.accusedWordsMin) return [];
    const claims = opinions.text.accused().flatMap(({ sentence, topic }) => claimOf(sentence, topic) ?? []);
    const stands = claims.find(({ because }) => because === null);
    const shown = stands ?? (opinions.text.isSure ? claims[0] : undefined);
    return shown ? [shown.standing] : [];
  };
  const isLawfulAt = ({ start, end }: Span): boolean => {
    if (!opinions.text.isLawful) return false;
    const sentenceAt = (offset: number): number =>
      Math.max(
        0,
        sentences.findLastIndex(({ first }) => (scanned.structure.tokens[first]?.start ?? 0) <= offset),
      );
    return opinions.text.isLawfulAround(sentenceAt(start), sentenceAt(end - 1));
  };
  const { isSurelyLawful, probability } = opinions.text;
  return { standing, considered, isLawfulAt, isSurelyLawful, accused, probability };
}

interface Claim {
  readonly standing: Candidate;
  /** Why it is lawful all the same, or null. */
  readonly because: string | null;
}

/** A claim that does not stand, as the record keeps it. */
export function consideredOf({ rule, span }: Candidate, because: string): Considered {
  return { ruleId: rule.id, ...span, because };
}

function placeOf({ structure }: ScannedText, sentence: Words, core: Words): Span {
  const { sentenceMax, clauseMin } = structure.language.statistics.shown;
  const whole = spanOfWords(structure, sentence.first, sentence.last);
  if (whole.end - whole.start <= sentenceMax) return whole;
  const clause = spanOf(structure, { ...core, folds: [], offsets: null }, 'clause');
  return clause.end - clause.start < clauseMin ? whole : clause;
}

/** Cues that say whose a claim is: they stand around it and are no part of it, however loud. */
const frames: readonly GrammarCue[] = ['shunned', 'rejectionCue', 'enforcement', 'teaching'];

function framesOf(cues: Cues): readonly Words[] {
  return frames.flatMap((cue) => cues.of(cue));
}

/** The few words that speak loudest for a violation: what a denial would have to reach. */
function coreOf(classifier: Classifier, keys: TextKeys, around: readonly Words[], sentence: Words): Words {
  const { coreWords } = keys.statistics;
  let core: Words = sentence;
  let most = Number.NEGATIVE_INFINITY;
  for (let first = sentence.first; first + coreWords <= sentence.last; first++) {
    const words = { first, last: first + coreWords };
    if (around.some((frame) => frame.first < words.last && words.first < frame.last)) continue;
    if (isQuoteEdgeIn(keys.scanned.structure, words)) continue;
    const weight = classifier.weigh(featuresOf(keys, [words]));
    if (weight > most) [core, most] = [words, weight];
  }
  return core;
}

/** What is quoted and what is said of it are two statements. */
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
