import { holds } from '../judge/context.ts';
import { type Cues, cuesOf } from '../judge/cues.ts';
import { clearingOf, isIdiom } from '../judge/judge-match.ts';
import type { Words } from '../judge/scope.ts';
import { type Clearing, clearings } from '../pack/schema.ts';
import type { PatternList } from '../patterns/pattern-table.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';
import type { KeywordMatch, NamedIndustry, ScannedKeywords } from './keyword-scan.ts';
import type { Keywords, NoticeBook } from './notice-book.ts';

/** Somebody must be offering within so many sentences of what is only named. */
const offeringSentencesMax = 3;

/** An offer is no teaching: a lawyer who explains an article of law and invites questions offers. */
const clearingOffers: ReadonlySet<Clearing> = new Set(
  clearings.filter((clearing) => clearing !== 'teaching'),
);
const clearingNames: ReadonlySet<Clearing> = new Set(clearings);

interface Confirmation {
  readonly scanned: ScannedText;
  readonly cues: Cues;
  readonly book: NoticeBook;
  /** In stories what is only named must be offered in the same sentence. */
  readonly isStory: boolean;
}

/** Why a keyword is not meant: a turn of speech, a frame, `other-sense`, `no-offer`; null when it is. */
export type Dropped = string | null;

/**
 * Decides whether a text really concerns the industry: whether any of its keywords is meant. Deterministic.
 * Where the text denies a keyword, those that it only names elsewhere are not meant either (`we give no legal advice.
 * …ask a lawyer`).
 */
export function isConfirmed(
  scanned: ScannedKeywords,
  named: NamedIndustry,
  book: NoticeBook,
  line: string,
): boolean {
  const judged = judgeKeywords(scanned, named, book, line);
  const isDenied = judged.some(({ dropped }) => dropped === 'negation');
  return judged.some(({ match, dropped }) => dropped === null && (match.isOffer || !isDenied));
}

/** Says of each keyword of one industry why it is dropped. */
export function judgeKeywords(
  { scanned }: ScannedKeywords,
  { keywords, matches }: NamedIndustry,
  book: NoticeBook,
  line: string,
): { readonly match: KeywordMatch; readonly dropped: Dropped }[] {
  const isStory = book.storyLines.has(line);
  const confirmation = { scanned, cues: cuesOf(scanned, book.reader.pack.grammar), book, isStory };
  return matches.map((match) => ({ match, dropped: droppedBecause(confirmation, keywords, match) }));
}

function droppedBecause(confirmation: Confirmation, keywords: Keywords, match: KeywordMatch): Dropped {
  const { scanned, cues, book } = confirmation;
  if (isIdiom(cues, match)) return 'idiom';
  if (!match.isOffer && isModified(scanned, book, match)) return 'other-sense';
  const clearedBy = match.isOffer ? clearingOffers : clearingNames;
  const clearing = clearingOf(scanned.structure, cues, { clearedBy }, match);
  if (clearing) return clearing;
  const frame = book.frames.find(
    ({ reason, context }) => !keywords.standsIn.has(reason) && holds(scanned, context, match),
  );
  if (frame) return frame.reason;
  if (keywords.unless && holds(scanned, keywords.unless, match)) return 'other-sense';
  return match.isOffer || isOffered(confirmation, keywords, match) ? null : 'no-offer';
}

const isModified = (scanned: ScannedText, { modified }: NoticeBook, { last }: Words): boolean =>
  runAll(scanned, modified).some(({ first }) => first === last);

/** Tells whether somebody offers something near the match, and means it. */
function isOffered(
  { scanned, cues, book, isStory }: Confirmation,
  { offering }: Keywords,
  match: Words,
): boolean {
  const { structure } = scanned;
  const own = structure.sentenceOf[match.first] ?? 0;
  const away = isStory ? 0 : offeringSentencesMax;
  const isNear = (other: Words): boolean =>
    Math.abs((structure.sentenceOf[other.first] ?? 0) - own) <= away &&
    (other.last <= match.first || other.first >= match.last);
  const standsIn = (list: PatternList): boolean =>
    runAll(scanned, list).some(
      (other) => isNear(other) && clearingOf(structure, cues, { clearedBy: clearingNames }, other) === null,
    );
  return standsIn(offering) || standsIn(book.offering);
}
