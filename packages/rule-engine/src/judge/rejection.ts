import type { TextStructure } from '../document/structure.ts';
import type { Clearing } from '../pack/schema.ts';
import { isAskedAndDenied } from './answer.ts';
import type { Cues } from './cues.ts';
import { isKeptAtDistance } from './distance.ts';
import { isQuoted, leadsTo, markBefore, type Words } from './scope.ts';

/**
 * Marks that reject what stands beside them on their line, and those that approve of it (`❌ dieting ✅ melts fat`).
 * A mark inside a word is a disguise (`工❌厂`, `阳❌痿`): before the hit it opens a phrase, behind it it closes one.
 */
const marksBefore = /(?<![\p{L}\p{N}])[🚩❌🛑🚫👎✅☑✔👍]/gu;
const marksBehind = /[🚩❌🛑🚫👎✅☑✔👍](?![\p{L}\p{N}])/gu;
const rejecting = '🚩❌🛑🚫👎';

/** How the surroundings of a hit take it back, or null when they let it stand. */
export function clearingAround(structure: TextStructure, cues: Cues, hit: Words): Clearing | null {
  const number = structure.sentenceOf[hit.first] ?? 0;
  const own = structure.sentences[number];
  if (!own) return null;
  if (isDisowned(structure, cues, hit, own)) return 'rejection';
  if (isRecanted(structure, cues, number)) return 'rejection';
  if (isKeptAtDistance(structure, cues, hit)) return 'rejection';
  if (isAskedAndDenied(structure, cues, hit)) return 'question';
  if (isCondition(structure, cues, hit, own) && isReferred(structure, cues, number)) return 'conditional';
  if (cues.within('teaching', own.first, own.last)) return 'teaching';
  if (cues.of('notSelling').length > 0 && cues.of('selling').length === 0) return 'teaching';
  return null;
}

/** `anyone who says …`, `… is a myth`, a quoted claim with a red flag or a denial behind it. */
function isDisowned(structure: TextStructure, cues: Cues, hit: Words, own: Words): boolean {
  const isOwned = cues.within('overturn', hit.last, own.last) !== undefined;
  const disowns = (cue: Words): boolean => cue.last < hit.last && leadsTo(structure, cues, cue, hit);
  if (!isOwned && cues.some('rejectionCue', own.first, hit.first, disowns)) return true;
  if (cues.within('rejectionAfter', hit.last, own.last)) return true;
  const start = structure.tokens[hit.first]?.start ?? 0;
  const end = structure.tokens[hit.last - 1]?.end ?? 0;
  const lineEnd = structure.text.indexOf('\n', end);
  const rest = structure.text.slice(end, lineEnd < 0 ? undefined : lineEnd);
  const lineStart = structure.text.lastIndexOf('\n', start) + 1;
  const before = structure.text.slice(lineStart, start).match(marksBefore)?.at(-1);
  const mark = before ?? rest.match(marksBehind)?.[0];
  if (mark && rejecting.includes(mark)) return true;
  return isQuoted(structure, hit) && isRejectedNext(structure, cues, hit);
}

/** A rejection may follow a quoted claim by this many sentences. */
const rejectionSentencesMax = 6;

function isRejectedNext(structure: TextStructure, cues: Cues, hit: Words): boolean {
  const number = structure.sentenceOf[hit.last - 1] ?? 0;
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

/** The hit is part of the condition (`if your cat stops eating, …`), not of what follows from it. */
function isCondition(structure: TextStructure, cues: Cues, hit: Words, own: Words): boolean {
  return cues.some(
    'conditional',
    own.first,
    hit.last,
    (cue) => cue.last <= hit.last && (cue.first >= hit.first || leadsTo(structure, cues, cue, hit)),
  );
}

function isReferred(structure: TextStructure, cues: Cues, number: number): boolean {
  const own = structure.sentences[number];
  const next = structure.sentences[number + 1];
  return own !== undefined && cues.within('referral', own.first, (next ?? own).last) !== undefined;
}
