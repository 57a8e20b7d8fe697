/** The probabilities by which the policy table is asked. Where no measurement is named, there was none. */
export const thresholds = {
  /** A claim that is more probable than mentioned is made from here on. */
  madeMin: 0.5,
  /** The same of a claim that is more probably mentioned. */
  mentionedMin: 0.5,
  /** Of a sentence that is reported, a claim says which law from here on. */
  namingMin: 0.25,
  /**
   * A sentence is reported from the site's threshold on where a claim that the law forbids is this probable, and else from
   * the next on: two heads agree, or one is sure. On development copy that nobody trained on this took 7 of 49 false alarms
   * of real shops and 4 of 11 of lawful copy, and lost 3 of 192 violating texts.
   */
  claimMin: 0.5,
  unlawfulWithoutClaimMin: 0.8,
  /** Added to the probability of a row's topic, so that a topic that the reader does not expect still counts a little. */
  topicBase: 0.25,
  /** What a text sells is certain from here on, by its words alone, … */
  soldMin: 0.8,
  /** … or, among the goods of the place that the caller names, from here on. */
  soldHereMin: 0.5,
  /** While it is not certain, goods of this probability may be what is sold. */
  soldOpenMin: 0.15,
} as const;
