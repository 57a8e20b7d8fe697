import type { TextStructure } from '../document/structure.ts';
import type { Cues } from './cues.ts';
import { isMeant, isQuoted, leadsTo, markBefore, type Words } from './scope.ts';

/** A disavowal may follow the words it takes back by this many sentences. */
const disavowalSentencesMax = 10;
/** Items that may follow the head of a list. */
const listSentencesMax = 12;

/**
 * Tells whether the words are somebody else's: in a report of law enforcement, in a work of art, in a list of things to
 * avoid, or reported and disavowed.
 */
export function isKeptAtDistance(structure: TextStructure, cues: Cues, match: Words): boolean {
  return (
    isEnforcedAgainst(structure, cues, match) ||
    isDepicted(structure, cues, match) ||
    isShunned(structure, cues, match) ||
    isReportedAndDisavowed(structure, cues, match)
  );
}

/** `a man wrote that our tea cured him. … We would never say so.` A report alone is a testimonial, and clears nothing. */
function isReportedAndDisavowed(structure: TextStructure, cues: Cues, match: Words): boolean {
  if (!isQuoted(structure, match) && !isReported(structure, cues, match)) return false;
  const number = structure.sentenceOf[match.first] ?? 0;
  const end = structure.sentences[number + disavowalSentencesMax]?.last ?? structure.tokens.length;
  return cues.some('disavowal', match.last, end, (cue) => isMeant(cues, cue));
}

/** `somebody wrote that …`, `sold as …`; the report may begin within the words found. */
function isReported(structure: TextStructure, cues: Cues, match: Words): boolean {
  const own = structure.sentences[structure.sentenceOf[match.first] ?? 0];
  if (!own) return false;
  return cues.some(
    'reported',
    own.first,
    match.last,
    (cue) => cue.last <= match.last && (cue.last > match.first || leadsTo(structure, cues, cue, match)),
  );
}

/** `regulators seized pills sold as a cure for …`, unless the seller speaks of the own goods in between. */
function isEnforcedAgainst(structure: TextStructure, cues: Cues, match: Words): boolean {
  const own = structure.sentences[structure.sentenceOf[match.first] ?? 0];
  if (!own) return false;
  const speaksOfOwn = (cue: Words): boolean => cues.within('ownVoice', cue.first, own.last) !== undefined;
  return cues.some('enforcement', own.first, match.last, (cue) => !speaksOfOwn(cue));
}

/** Words that may stand between whose it is and what it is: `our new cooperative board game`. */
const ownerWordsMax = 3;

/** Statements of a novel, a game or an old advertisement about things in it. The work itself may be the seller's: `our board game`. */
function isDepicted(structure: TextStructure, cues: Cues, match: Words): boolean {
  const number = structure.sentenceOf[match.first] ?? 0;
  const own = structure.sentences[number];
  const before = structure.sentences[Math.max(0, number - 1)];
  if (!own || !before) return false;
  if (!cues.within('depiction', before.first, own.last)) return false;
  const isOwner = (voice: Words): boolean =>
    cues.some('depiction', voice.last, voice.last + ownerWordsMax + 1, (work) => work.last <= own.last);
  return !cues.some('ownVoice', own.first, own.last, (voice) => voice.last <= own.last && !isOwner(voice));
}

/** `Prohibited here: …`, `the silliest ads this week:` and the quotations and items after it. */
function isShunned(structure: TextStructure, cues: Cues, match: Words): boolean {
  const number = structure.sentenceOf[match.first] ?? 0;
  return cues.of('shunned').some((head) => {
    const away = number - (structure.sentenceOf[head.first] ?? 0);
    if (head.last > match.first || away > listSentencesMax || !isMeant(cues, head)) return false;
    if (isQuoted(structure, match)) return true;
    if (isListItem(structure, match)) return !isListOver(structure, head, match);
    if (isRecitedAfter(structure, head, match)) return true;
    return away === 0
      ? hasColon(structure, head.last, match.first)
      : away === 1 &&
          hasColon(structure, firstOfSentence(structure, match), firstOfSentence(structure, match));
  });
}

/** A recited item has few words. */
const recitedWordsMax = 5;

/** `Things it won't do. Stop the flu. Melt fat.`: short sentences after a head that is a sentence. */
function isRecitedAfter({ sentences, sentenceOf }: TextStructure, head: Words, match: Words): boolean {
  const from = sentenceOf[head.last - 1] ?? 0;
  const items = sentences.slice(from + 1, (sentenceOf[match.first] ?? 0) + 1);
  const isShort = ({ first, last }: Words): boolean => last - first <= recitedWordsMax;
  return sentences[from]?.last === head.last && items.length > 0 && items.every(isShort);
}

/** The first word of the match's sentence. */
function firstOfSentence(structure: TextStructure, match: Words): number {
  return structure.sentences[structure.sentenceOf[match.first] ?? 0]?.first ?? match.first;
}

function hasColon(structure: TextStructure, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (/[:：]/.test(markBefore(structure, at))) return true;
  return false;
}

/** Beginnings of a line of a list. */
const itemMark = /^\s*(?:[-*•·–✗☐□○◆■●①-⑳]|(?:\d{1,2}|[一二三四五六七八九十]{1,2})[.)、．）])/u;

function isListItem(structure: TextStructure, match: Words): boolean {
  const start = structure.tokens[match.first]?.start ?? 0;
  return itemMark.test(structure.text.slice(structure.text.lastIndexOf('\n', start) + 1, start));
}

/** Tells whether a line that is no item is between the items after the head and the match: another list has begun. */
function isListOver(structure: TextStructure, head: Words, match: Words): boolean {
  const from = structure.tokens[head.last - 1]?.end ?? 0;
  const lines = structure.text.slice(from, structure.tokens[match.first]?.start).split('\n');
  const firstItem = lines.findIndex((line, at) => at > 0 && itemMark.test(line));
  return lines.slice(Math.max(firstItem, 0) + 1, -1).some((line) => /^\S/.test(line) && !itemMark.test(line));
}
