import type { Occurrence } from '../patterns/occurrence.ts';
import { scanText } from '../patterns/scan-text.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';
import type { Keywords, NoticeBook } from './notice-book.ts';

/** One keyword in a text; offsets are in words. */
export interface KeywordMatch extends Occurrence {
  /** Whether it offers something by itself, or only names it. */
  readonly isOffer: boolean;
}

/** An industry whose keywords stand in the text, meant or not. */
export interface NamedIndustry {
  readonly keywords: Keywords;
  readonly matches: readonly KeywordMatch[];
}

export interface ScannedKeywords {
  readonly scanned: ScannedText;
  readonly industries: readonly NamedIndustry[];
}

/** Keywords that one industry may have in one text; more says nothing new. */
const matchesMax = 40;

/** Finds the keywords of every industry. Pure and linear in the length of the text. */
export function scanKeywords(text: string, { keywords, reader }: NoticeBook): ScannedKeywords {
  const scanned = scanText(text, reader);
  const industries = keywords.flatMap((own) => {
    const matches = matchesOf(scanned, own);
    return matches.length > 0 ? [{ keywords: own, matches }] : [];
  });
  return { scanned, industries };
}

function matchesOf(scanned: ScannedText, { offers, names }: Keywords): KeywordMatch[] {
  const offered = runAll(scanned, offers).map((found) => ({ ...found, isOffer: true }));
  const named = runAll(scanned, names)
    .filter((name) => !offered.some((offer) => offer.first <= name.first && offer.last >= name.last))
    .map((found) => ({ ...found, isOffer: false }));
  return [...offered, ...named].slice(0, matchesMax);
}

/** The keyword as it stands in the text. */
export function keywordIn({ structure }: ScannedText, { first, last }: KeywordMatch): string {
  return structure.text.slice(structure.tokens[first]?.start, structure.tokens[last - 1]?.end);
}
