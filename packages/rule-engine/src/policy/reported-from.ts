/** A text of so few sentences is read with the site's own threshold, … */
const shortSentences = 4;
/** … one of so many with this one, and between them it rises. */
const longSentences = 12;
const longMin = 0.85;

/**
 * Returns the probability from which on a sentence of a text may be reported: the more sentences there are, the more of them
 * are taken for unlawful by chance. On copy of real businesses, most of it of six to thirteen sentences, this took away 27 of 94
 * false reports and 12 of 79 right ones that a threshold had left which rose from six sentences to .75 at twenty; of 272
 * cases that were found it lost one, of 48 long pages two.
 * @param threshold of the site, for a short text
 * @param sentences how many the text has
 */
export function reportedFrom(threshold: number, sentences: number): number {
  const length = (sentences - shortSentences) / (longSentences - shortSentences);
  return threshold + Math.max(0, longMin - threshold) * Math.min(1, Math.max(0, length));
}
