/** A text of so few sentences is read with the site's own threshold, … */
const shortSentences = 6;
/** … one of so many with this one, and between them it rises. */
const longSentences = 20;
const longMin = 0.75;

/**
 * Returns the probability from which on a sentence of a text may be reported: the more sentences there are, the more of them
 * are taken for unlawful by chance. On pages of 17 to 70 sentences that were built of development cases, 39 of 59 false alarms
 * on lawful pages lay below .75, and 10 of 90 claims that were found.
 * @param threshold of the site, for a short text
 * @param sentences how many the text has
 */
export function reportedFrom(threshold: number, sentences: number): number {
  const length = (sentences - shortSentences) / (longSentences - shortSentences);
  return threshold + Math.max(0, longMin - threshold) * Math.min(1, Math.max(0, length));
}
