import { holds } from '../judge/context.ts';
import { type Cues, cuesOf } from '../judge/cues.ts';
import { clearingOf, isIdiom } from '../judge/judge.ts';
import type { Words } from '../judge/scope.ts';
import { type Clearing, clearings } from '../pack/schema.ts';
import type { PatternList } from '../patterns/pattern-table.ts';
import { type Reading, runAll } from '../patterns/run-list.ts';
import type { Candidate, KeywordHit, ScannedText } from './keyword-scan.ts';
import type { Keywords, NoticeBook } from './notice-book.ts';

/** Somebody must be offering within so many sentences of what is only named. */
const offeringSentencesMax = 3;

/** An offer is no teaching: a lawyer who explains an article of law and invites questions offers. */
const clearingOffers: ReadonlySet<Clearing> = new Set(
  clearings.filter((clearing) => clearing !== 'teaching'),
);
const clearingNames: ReadonlySet<Clearing> = new Set(clearings);

interface Confirmation {
  readonly reading: Reading;
  readonly cues: Cues;
  readonly book: NoticeBook;
  /** In stories what is only named must be offered in the same sentence. */
  readonly isStory: boolean;
}

/** Why a keyword is not meant: a turn of speech, a frame, `other-sense`, `no-offer`; null when it is. */
export type Dropped = string | null;

/**
 * Decides whether a text really concerns the industry: whether any of its keywords is meant. Deterministic.
 * Where the text denies a keyword, what it only names elsewhere is not meant either (`we give no legal advice. …ask a
 * lawyer`).
 */
export function isConfirmed(
  scanned: ScannedText,
  candidate: Candidate,
  book: NoticeBook,
  line: string,
): boolean {
  const judged = judgeKeywords(scanned, candidate, book, line);
  const isDenied = judged.some(({ dropped }) => dropped === 'negation');
  return judged.some(({ hit, dropped }) => dropped === null && (hit.isOffer || !isDenied));
}

/** Says of each keyword of one industry why it is dropped. */
export function judgeKeywords(
  { reading }: ScannedText,
  { keywords, hits }: Candidate,
  book: NoticeBook,
  line: string,
): { readonly hit: KeywordHit; readonly dropped: Dropped }[] {
  const isStory = book.storyLines.has(line);
  const confirmation = { reading, cues: cuesOf(reading, book.reader.pack.grammar), book, isStory };
  return hits.map((hit) => ({ hit, dropped: droppedBecause(confirmation, keywords, hit) }));
}

function droppedBecause(confirmation: Confirmation, keywords: Keywords, hit: KeywordHit): Dropped {
  const { reading, cues, book } = confirmation;
  if (isIdiom(cues, hit)) return 'idiom';
  if (!hit.isOffer && isModified(reading, book, hit)) return 'other-sense';
  const clearedBy = hit.isOffer ? clearingOffers : clearingNames;
  const clearing = clearingOf(reading.structure, cues, { clearedBy }, hit);
  if (clearing) return clearing;
  const frame = book.frames.find(
    ({ reason, context }) => !keywords.standsIn.has(reason) && holds(reading, context, hit),
  );
  if (frame) return frame.reason;
  if (keywords.unless && holds(reading, keywords.unless, hit)) return 'other-sense';
  return hit.isOffer || isOffered(confirmation, keywords, hit) ? null : 'no-offer';
}

const isModified = (reading: Reading, { modified }: NoticeBook, { last }: Words): boolean =>
  runAll(reading, modified).some(({ first }) => first === last);

/** Whether somebody offers something near the hit, and means it. */
function isOffered(
  { reading, cues, book, isStory }: Confirmation,
  { offering }: Keywords,
  hit: Words,
): boolean {
  const { structure } = reading;
  const own = structure.sentenceOf[hit.first] ?? 0;
  const away = isStory ? 0 : offeringSentencesMax;
  const isNear = (other: Words): boolean =>
    Math.abs((structure.sentenceOf[other.first] ?? 0) - own) <= away &&
    (other.last <= hit.first || other.first >= hit.last);
  const standsIn = (list: PatternList): boolean =>
    runAll(reading, list).some(
      (other) => isNear(other) && clearingOf(structure, cues, { clearedBy: clearingNames }, other) === null,
    );
  return standsIn(offering) || standsIn(book.offering);
}
