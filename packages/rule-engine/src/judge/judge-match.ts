import type { TextStructure } from '../document/structure.ts';
import type { Rule } from '../pack/pack.ts';
import type { Clearing } from '../pack/schema.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { Candidate, Considered } from './candidate.ts';
import { exemptionFor, holds, isPresumed } from './context.ts';
import type { Cues } from './cues.ts';
import type { Match } from './find-matches.ts';
import { isNegated } from './negation.ts';
import { clearingAround } from './rejection.ts';
import { speaksOfMatch, type Words } from './scope.ts';
import { coreOf, spanOf } from './spans.ts';

/** A match that nothing clears. */
export interface JudgedCandidate {
  readonly candidate: Candidate;
  /** Whether the rule's `needs` was presumed, as in a slogan. */
  readonly isPresumed: boolean;
}

/**
 * Judges one match of one rule in its text.
 * @param isShort whether the text is a slogan
 * @returns a candidate, the lawful match with its cause, or null for words that the rule is not about
 */
export function judgeMatch(
  scanned: ScannedText,
  cues: Cues,
  rule: Rule,
  match: Match,
  isShort: boolean,
): JudgedCandidate | Considered | null {
  const presumed = rule.needs !== null && !holds(scanned, rule.needs, match);
  if (presumed && !(isShort && isPresumed(scanned, rule, match))) return null;
  const because = causeOf(scanned, cues, rule, match);
  const span = spanOf(scanned.structure, match, rule.span);
  if (because !== null) return { ruleId: rule.id, ...span, because };
  const core = coreOf(scanned.structure, match);
  const { folds, isAcross = false } = match;
  return { candidate: { rule, span, core, folds, source: 'rule', isAcross }, isPresumed: presumed };
}

/** Returns why a match is lawful: a key of the pack's reasons or the id of an exemption; null when it is not. */
function causeOf(scanned: ScannedText, cues: Cues, rule: Rule, match: Match): string | null {
  if (isIdiom(cues, match) || (match.claim && isIdiom(cues, match.claim))) return 'idiom';
  const speaksOf = (words: Words): boolean => speaksOfMatch(scanned.structure, cues, words, match);
  if (rule.unless && holds(scanned, rule.unless, match, speaksOf)) return 'unless';
  return (
    clearingOfMatch(scanned.structure, cues, rule, match) ??
    exemptionFor(scanned, rule.exemptions, match)?.id ??
    null
  );
}

function clearingOfMatch(structure: TextStructure, cues: Cues, rule: Rule, match: Match): Clearing | null {
  const isDenied = match.claim && rule.clearedBy.has('negation') && isNegated(structure, cues, match.claim);
  return isDenied ? 'negation' : clearingOf(structure, cues, rule, match);
}

/** Returns how the sentence or its neighbours clear the words, as far as the rule allows; null when they do not. */
export function clearingOf(
  structure: TextStructure,
  cues: Cues,
  rule: Pick<Rule, 'clearedBy'>,
  words: Words,
): Clearing | null {
  if (rule.clearedBy.has('negation') && isNegated(structure, cues, words)) return 'negation';
  const clearing = clearingAround(structure, cues, words);
  return clearing && rule.clearedBy.has(clearing) ? clearing : null;
}

/** Tells whether words are part of an idiom (`killer deals`, `cure time`), which is not about what they name. */
export function isIdiom(cues: Cues, words: Words): boolean {
  return cues.of('idiom').some((idiom) => idiom.first <= words.first && idiom.last >= words.last);
}
