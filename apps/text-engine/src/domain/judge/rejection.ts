import type { Clearing } from '../rules/schema.ts';
import { breaks } from '../text/sentences.ts';
import type { TextStructure } from '../text/structure.ts';
import type { Cues } from './cues.ts';

interface Words {
  readonly first: number;
  readonly last: number;
}

/** Marks that reject what stands on their line: red flag, cross, stop sign, no-entry. */
const rejectingMarks = /[🚩❌🛑🚫👎]/u;

/** How the surroundings of a hit take it back, or null when they let it stand. */
export function clearingAround(structure: TextStructure, cues: Cues, hit: Words): Clearing | null {
  const number = structure.sentenceOf[hit.first] ?? 0;
  const own = structure.sentences[number];
  if (!own) return null;
  if (isDisowned(structure, cues, hit, own)) return 'rejection';
  if (isRecanted(structure, cues, number)) return 'rejection';
  if (isAskedAndDenied(structure, cues, hit, number)) return 'question';
  if (cues.within('conditional', own.first, hit.last) && isReferred(structure, cues, number))
    return 'conditional';
  if (cues.within('teaching', own.first, own.last)) return 'teaching';
  if (cues.of('notSelling').length > 0 && cues.of('selling').length === 0) return 'teaching';
  return null;
}

/** `anyone who says …`, `… is a myth`, a quoted claim with a red flag or a denial behind it. */
function isDisowned(structure: TextStructure, cues: Cues, hit: Words, own: Words): boolean {
  const disowning = cues.of('rejectionCue').filter((cue) => cue.first >= own.first && cue.last <= hit.first);
  if (disowning.some((cue) => leadsTo(structure, cue, hit))) return true;
  if (cues.within('rejectionAfter', hit.last, own.last)) return true;
  const start = structure.tokens[hit.first]?.start ?? 0;
  const end = structure.tokens[hit.last - 1]?.end ?? 0;
  const lineEnd = structure.text.indexOf('\n', end);
  const rest = structure.text.slice(end, lineEnd < 0 ? undefined : lineEnd);
  const lineStart = structure.text.lastIndexOf('\n', start) + 1;
  if (rejectingMarks.test(rest) || rejectingMarks.test(structure.text.slice(lineStart, start))) return true;
  const quoted = structure.quotes.some((quote) => quote.start < start && quote.end > end);
  return quoted && isDeniedNext(structure, cues, structure.sentenceOf[hit.last - 1] ?? 0, 'rejectionAfter');
}

/** Whether a statement goes on from the cue to the hit; a dash or colon right after the cue, or a quotation, belongs to it. */
function leadsTo(structure: TextStructure, cue: Words, hit: Words): boolean {
  for (let at = cue.last + 2; at <= hit.first; at++) {
    if ((structure.breakBefore[at] ?? 0) < breaks.clause) continue;
    const between = structure.text.slice(structure.tokens[at - 1]?.end, structure.tokens[at]?.start);
    if (!/["“”]/.test(between)) return false;
  }
  return true;
}

/** `Will it cure my eczema? Nope.` A question that is left open insinuates, and stands. */
function isAskedAndDenied(structure: TextStructure, cues: Cues, hit: Words, number: number): boolean {
  const own = structure.sentences[number];
  const last = own ? (structure.tokens[own.last - 1]?.end ?? 0) : 0;
  const next = own ? (structure.tokens[own.last]?.start ?? structure.text.length) : 0;
  if (!own || hit.last > own.last) return false;
  const asked =
    structure.text.slice(last, next).includes('?') || cues.within('indirectQuestion', own.first, hit.first);
  if (!asked) return false;
  return isDeniedNext(structure, cues, number, 'denialAnswer');
}

/** `… We make no such promises.` in one of the next two sentences. */
function isRecanted(structure: TextStructure, cues: Cues, number: number): boolean {
  const next = structure.sentences.slice(number + 1, number + 3);
  return next.some((sentence) => cues.within('recant', sentence.first, sentence.last) !== undefined);
}

/** An answer may take this many sentences to come to its point. */
const answerSentencesMax = 6;

/** Whether what follows sentence `number`, up to the next question, takes back what it said. */
function isDeniedNext(
  structure: TextStructure,
  cues: Cues,
  number: number,
  cue: 'denialAnswer' | 'rejectionAfter',
): boolean {
  for (const after of structure.sentences.slice(number + 1, number + 1 + answerSentencesMax)) {
    if (cues.within(cue, after.first, after.last)) return true;
    const end = structure.tokens[after.last - 1]?.end ?? 0;
    if (cue === 'denialAnswer' && structure.text[end] === '?') return false;
  }
  return false;
}

function isReferred(structure: TextStructure, cues: Cues, number: number): boolean {
  const own = structure.sentences[number];
  const next = structure.sentences[number + 1];
  return own !== undefined && cues.within('referral', own.first, (next ?? own).last) !== undefined;
}
