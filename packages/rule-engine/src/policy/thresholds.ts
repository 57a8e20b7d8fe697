/** The probabilities by which the policy table is asked, all of them; none comes of a measurement yet. */
export const thresholds = {
  /** A claim that is more probable than mentioned is made from here on. */
  madeMin: 0.5,
  /** The same of a claim that is more probably mentioned. */
  mentionedMin: 0.5,
  /** Of a sentence that is reported, a claim says which law from here on. */
  namingMin: 0.25,
  /** Added to the probability of a row's topic, so that a topic that the reader does not expect still counts a little. */
  topicBase: 0.25,
  /** What a text sells is certain from here on, by its words alone, … */
  soldMin: 0.8,
  /** … or, among the goods of the place that the caller names, from here on. */
  soldHereMin: 0.5,
  /** While it is not certain, goods of this probability may be what is sold. */
  soldOpenMin: 0.15,
} as const;
