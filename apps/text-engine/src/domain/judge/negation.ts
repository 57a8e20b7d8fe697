import { breaks } from '../text/sentences.ts';
import type { TextStructure } from '../text/structure.ts';
import type { Cues } from './cues.ts';
import { continuesList, markBefore, type Words } from './scope.ts';

/** A negation reaches no further than this many words. */
const reachMax = 24;
/** `no`, `without`, `zero` deny the few words after them, not what the sentence goes on to say. */
const briefReachMax = 4;

/** A colon this soon after the negation introduces what is denied. */
const colonReachMax = 3;

/**
 * Whether the statement that begins at `hit.first` is denied by a negation before it:
 * `does not treat, cure or prevent X`, `isn't meant to …`, `no cream can …`.
 * A negation inside the hit is the rule's own (`never have a flare again`) and does not count.
 */
export function isNegated(structure: TextStructure, cues: Cues, hit: Words): boolean {
  const sentence = structure.sentences[structure.sentenceOf[hit.first] ?? 0];
  if (!sentence) return false;
  const from = Math.max(sentence.first, hit.first - reachMax);
  const denies = (cue: { first: number; last: number }, brief: boolean): boolean =>
    cue.first >= from &&
    cue.last <= hit.first &&
    !isFalse(cues, cue) &&
    !isOverturned(structure, cues, cue, sentence) &&
    (brief ? reachesBriefly(structure, cue, hit) : reaches(structure, cues, cue, hit));
  return (
    cues.of('negator').some((cue) => denies(cue, false)) ||
    cues.of('briefNegator').some((cue) => denies(cue, true))
  );
}

/** `not only`, `can't wait`, `no wonder`: the words of a negation without its meaning. */
function isFalse(cues: Cues, cue: Words): boolean {
  return cues.of('falseNegator').some((other) => other.first <= cue.first && other.last > cue.first);
}

/** `They said nothing could cure it. Then I found …`: others deny, and the seller gives them the lie. */
function isOverturned(structure: TextStructure, cues: Cues, cue: Words, own: Words): boolean {
  if (!cues.within('reported', own.first, cue.last)) return false;
  const next = structure.sentences[(structure.sentenceOf[own.first] ?? 0) + 1] ?? own;
  return cues.within('counter', cue.last, next.last) !== undefined;
}

function reachesBriefly(structure: TextStructure, cue: Words, hit: Words): boolean {
  if (hit.first - cue.last > briefReachMax) return false;
  for (let at = cue.last; at <= hit.first; at++)
    if ((structure.breakBefore[at] ?? 0) > breaks.none) return false;
  return true;
}

/** Walks from the negation to the hit: stops at `but`, a dash, or a comma that opens a new statement. */
function reaches(structure: TextStructure, cues: Cues, cue: Words, hit: Words): boolean {
  if (cues.within('scopeBreaker', cue.last, hit.first)) return false;
  for (let at = cue.last; at <= hit.first; at++) {
    const strength = structure.breakBefore[at] ?? 0;
    if (strength >= breaks.clause && !introduces(structure, at, at - cue.last)) return false;
    if (strength === breaks.comma && !continuesList(structure, cues, at, hit)) return false;
  }
  return true;
}

/** `don't say "…"` goes on with what it quotes, `What it can't do: …` with what it lists. */
function introduces(structure: TextStructure, at: number, wordsAfterCue: number): boolean {
  const between = markBefore(structure, at).trim();
  return /^["“‘']$/.test(between) || (between === ':' && wordsAfterCue <= colonReachMax);
}
