import type { TextStructure } from '../document/structure.ts';
import type { Clearing } from '../pack/schema.ts';
import { isAskedAndDenied } from './answer.ts';
import type { Cues } from './cues.ts';
import { isKeptAtDistance } from './distance.ts';
import { isQuoted, leadsTo, markBefore, type Words } from './scope.ts';

/**
 * Marks that reject what is beside them on their line, and those that approve of it (`❌ dieting ✅ melts fat`).
 * A mark inside a word is a disguise (`工❌厂`, `阳❌痿`): before the match it opens a phrase, behind it it closes one.
 */
const marksBefore = /(?<![\p{L}\p{N}])[🚩❌🛑🚫👎✅☑✔👍]/gu;
const marksBehind = /[🚩❌🛑🚫👎✅☑✔👍](?![\p{L}\p{N}])/gu;
const rejecting = '🚩❌🛑🚫👎';

/** Returns how the surroundings of a match clear it; null when they do not. */
export function clearingAround(structure: TextStructure, cues: Cues, match: Words): Clearing | null {
  const number = structure.sentenceOf[match.first] ?? 0;
  const own = structure.sentences[number];
  if (!own) return null;
  if (isDisowned(structure, cues, match, own)) return 'rejection';
  if (isRecanted(structure, cues, number)) return 'rejection';
  if (isKeptAtDistance(structure, cues, match)) return 'rejection';
  if (isAskedAndDenied(structure, cues, match)) return 'question';
  if (isCondition(structure, cues, match, own) && isReferred(structure, cues, number)) return 'conditional';
  if (cues.within('teaching', own.first, own.last)) return 'teaching';
  if (cues.of('notSelling').length > 0 && cues.of('selling').length === 0) return 'teaching';
  return null;
}

/** `anyone who says …`, `… is a myth`, a quoted claim with a red flag or a denial behind it. */
function isDisowned(structure: TextStructure, cues: Cues, match: Words, own: Words): boolean {
  const isOwned = cues.within('overturn', match.last, own.last) !== undefined;
  const disowns = (cue: Words): boolean => cue.last < match.last && leadsTo(structure, cues, cue, match);
  if (!isOwned && cues.some('rejectionCue', own.first, match.first, disowns)) return true;
  if (cues.within('rejectionAfter', match.last, own.last)) return true;
  const start = structure.tokens[match.first]?.start ?? 0;
  const end = structure.tokens[match.last - 1]?.end ?? 0;
  const lineEnd = structure.text.indexOf('\n', end);
  const rest = structure.text.slice(end, lineEnd < 0 ? undefined : lineEnd);
  const lineStart = structure.text.lastIndexOf('\n', start) + 1;
  const before = structure.text.slice(lineStart, start).match(marksBefore)?.at(-1);
  const mark = before ?? rest.match(marksBehind)?.[0];
  if (mark && rejecting.includes(mark)) return true;
  return isQuoted(structure, match) && isRejectedNext(structure, cues, match);
}

/** A rejection may follow a quoted claim by this many sentences. */
const rejectionSentencesMax = 6;

function isRejectedNext(structure: TextStructure, cues: Cues, match: Words): boolean {
  const number = structure.sentenceOf[match.last - 1] ?? 0;
  return structure.sentences
    .slice(number + 1, number + 1 + rejectionSentencesMax)
    .some((after) => cues.within('rejectionAfter', after.first, after.last) !== undefined);
}

/** `… We make no such promises.` in one of the next two sentences, of the same paragraph. */
function isRecanted(structure: TextStructure, cues: Cues, number: number): boolean {
  for (const sentence of structure.sentences.slice(number + 1, number + 3)) {
    if (/\n\s*\n/.test(markBefore(structure, sentence.first))) return false;
    if (cues.within('recant', sentence.first, sentence.last)) return true;
  }
  return false;
}

/** The match is part of the condition (`if your cat stops eating, …`), not of what follows from it. */
function isCondition(structure: TextStructure, cues: Cues, match: Words, own: Words): boolean {
  return cues.some(
    'conditional',
    own.first,
    match.last,
    (cue) => cue.last <= match.last && (cue.first >= match.first || leadsTo(structure, cues, cue, match)),
  );
}

function isReferred(structure: TextStructure, cues: Cues, number: number): boolean {
  const own = structure.sentences[number];
  const next = structure.sentences[number + 1];
  return own !== undefined && cues.within('referral', own.first, (next ?? own).last) !== undefined;
}
