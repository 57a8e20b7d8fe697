import type { ClaimWithCell } from './decide.ts';
import { thresholds } from './thresholds.ts';

/** A text of so few sentences is read with the site's own threshold, … */
const shortSentences = 6;
/** … one of so many with this one, and between them it rises. */
const longSentences = 20;
const longMin = 0.75;

/**
 * Returns the probability from which on a sentence of a text is reported: the more sentences there are, the more of them are
 * taken for unlawful by chance. On pages of 20 to 40 sentences that were built of development cases, .75 in place of .5 (us)
 * and .6 took 30 of 50 false alarms of the reader, and 5 of 90 claims that it found.
 * @param threshold of the site, for a short text
 * @param sentences how many the text has
 */
export function reportedFrom(threshold: number, sentences: number): number {
  const length = (sentences - shortSentences) / (longSentences - shortSentences);
  return threshold + Math.max(0, longMin - threshold) * Math.min(1, Math.max(0, length));
}

/**
 * Whether a sentence is so probably unlawful that it is reported: from the threshold on where it makes a claim that the law
 * forbids, and else only where the law head is sure.
 * @param from the threshold in its text, by `reportedFrom`
 */
export function isReportable(
  unlawful: number,
  claims: readonly Pick<ClaimWithCell, 'made' | 'cell'>[],
  from: number,
): boolean {
  const isClaimed = claims.some(({ made, cell }) => cell?.row.rule != null && made >= thresholds.claimMin);
  return unlawful >= (isClaimed ? from : Math.max(from, thresholds.unlawfulWithoutClaimMin));
}
