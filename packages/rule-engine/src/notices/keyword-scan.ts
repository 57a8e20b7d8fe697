import type { Occurrence } from '../patterns/occurrences.ts';
import { readText } from '../patterns/read-text.ts';
import { type Reading, runAll } from '../patterns/run-list.ts';
import type { Keywords, NoticeBook } from './notice-book.ts';

/** One keyword in a text; offsets are in words. */
export interface KeywordHit extends Occurrence {
  /** Whether it offers something by itself, or only names it. */
  readonly isOffer: boolean;
}

/** An industry whose keywords stand in the text, meant or not. */
export interface Candidate {
  readonly keywords: Keywords;
  readonly hits: readonly KeywordHit[];
}

export interface ScannedText {
  readonly reading: Reading;
  readonly candidates: readonly Candidate[];
}

/** Keywords that one industry may have in one text; more says nothing new. */
const hitsMax = 40;

/** Finds the keywords of every industry. Pure and linear in the length of the text. */
export function scanKeywords(text: string, { keywords, reader }: NoticeBook): ScannedText {
  const reading = readText(text, reader);
  const candidates = keywords.flatMap((own) => {
    const hits = hitsOf(reading, own);
    return hits.length > 0 ? [{ keywords: own, hits }] : [];
  });
  return { reading, candidates };
}

function hitsOf(reading: Reading, { offers, names }: Keywords): KeywordHit[] {
  const offered = runAll(reading, offers).map((found) => ({ ...found, isOffer: true }));
  const named = runAll(reading, names)
    .filter((name) => !offered.some((offer) => offer.first <= name.first && offer.last >= name.last))
    .map((found) => ({ ...found, isOffer: false }));
  return [...offered, ...named].slice(0, hitsMax);
}

/** The keyword as it stands in the text. */
export function keywordIn({ structure }: Reading, { first, last }: KeywordHit): string {
  return structure.text.slice(structure.tokens[first]?.start, structure.tokens[last - 1]?.end);
}
