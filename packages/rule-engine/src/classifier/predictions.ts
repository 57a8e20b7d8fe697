/** The prediction for one sentence. */
export interface SentencePrediction {
  /** The topic that it most probably violates. */
  readonly topic: string;
  /** Calibrated probability that it violates anything. */
  readonly probability: number;
  /** Whether the probability reaches the report threshold of the topic. */
  readonly isReported: boolean;
}

/** A sentence, by its index, that a flagged text is reported at. */
export interface FlaggedSentence {
  readonly sentence: number;
  /** The topic that it most probably violates. */
  readonly topic: string;
}

/** The prediction for a whole text. */
export interface TextPrediction {
  /** Calibrated probability that it violates anything. */
  readonly probability: number;
  /** It reads like lawful copy: like one that warns, teaches, corrects or limits what is claimed. */
  readonly isLawful: boolean;
  /** So probably lawful that claims are cleared which nothing in their own sentences speaks against. */
  readonly isClearlyLawful: boolean;
  /** So probably violating that negations and contexts in its sentences do not clear them. */
  readonly isClearlyViolating: boolean;
  /**
   * Predicts whether the given sentences (`first` and `last` inclusive) and those near them read like lawful copy, too:
   * lawful copy elsewhere in the text clears nothing here.
   */
  readonly isLawfulAround: (first: number, last: number) => boolean;
  /** Returns the sentences with the highest scores, highest first; none unless the text reaches the flag threshold. */
  readonly flaggedSentences: () => readonly FlaggedSentence[];
}

/** The predictions for a text and its sentences. */
export interface Predictions {
  readonly text: TextPrediction;
  /** Null for most sentences: those too far below any threshold to ask for their topic. */
  readonly sentences: readonly (SentencePrediction | null)[];
}
