import type { TextStructure } from '../document/structure.ts';
import type { Cues } from './cues.ts';
import { isMeant, leadsTo, type Words } from './scope.ts';

/** An answer may take this many sentences to come to its point. */
const answerSentencesMax = 6;

/** `Rat poison? Traps? Neither.`: a question of so few words goes on with the one before it. */
const furtherQuestionWordsMax = 3;

/**
 * `Will it cure my eczema? Nope.`, `We've been asked to stock them and we won't.`
 * A question that is left open insinuates, one that is affirmed claims: neither clears anything.
 */
export function isAskedAndDenied(structure: TextStructure, cues: Cues, match: Words): boolean {
  const number = structure.sentenceOf[match.first] ?? 0;
  const own = structure.sentences[number];
  if (!own || match.last > own.last) return false;
  const last = structure.tokens[own.last - 1]?.end ?? 0;
  const next = structure.tokens[own.last]?.start ?? structure.text.length;
  const indirectly = cues
    .of('indirectQuestion')
    .some(
      (cue) =>
        cue.first >= own.first &&
        cue.first < match.last &&
        (cue.last > match.first || leadsTo(structure, cues, cue, match)),
    );
  if (indirectly && isMeant(cues, cues.within('turnDown', match.last - 1, own.last))) return true;
  if (!indirectly && !/[?？]/.test(structure.text.slice(last, next))) return false;
  return isDeniedNext(structure, cues, number);
}

/** Tells whether the answer after sentence `number`, up to the next question, comes to a denial before it affirms. */
function isDeniedNext(structure: TextStructure, cues: Cues, number: number): boolean {
  for (const after of structure.sentences.slice(number + 1, number + 1 + answerSentencesMax)) {
    if (cues.within('affirmation', after.first, after.last)) return false;
    const denials = cues
      .of('denialAnswer')
      .filter((cue) => cue.first >= after.first && cue.last <= after.last);
    if (denials.some((cue) => isMeant(cues, cue))) return true;
    const end = structure.tokens[after.last - 1]?.end ?? 0;
    const isQuestion = /[?？]/.test(structure.text[end] ?? '');
    if (isQuestion && after.last - after.first > furtherQuestionWordsMax) return false;
  }
  return false;
}
