/** Scores and counts of a text that its probability is computed from. */
export interface TextScores {
  /** Score of the text by the model of whole texts. */
  readonly text: number;
  /** Highest score of a sentence. */
  readonly maxSentence: number;
  /** Places of the text in which rules have found violations. */
  readonly ruleFindings: number;
  /** Features of words that the text has: among many sentences the highest score is higher by chance. */
  readonly wordFeatures: number;
}

/** How much each score or count adds to the combined score. */
export type ScoreWeights = TextScores;

/** The text's own score alone. */
export const textScoreOnly: ScoreWeights = { text: 1, maxSentence: 0, ruleFindings: 0, wordFeatures: 0 };

/** Combines the scores of a text into one; counts are taken by their logarithm. */
export const combineScores = (weights: ScoreWeights, scores: TextScores): number =>
  weights.text * scores.text +
  weights.maxSentence * scores.maxSentence +
  weights.ruleFindings * Math.log1p(scores.ruleFindings) +
  weights.wordFeatures * Math.log1p(scores.wordFeatures);

/** Returns the highest score; 0 of none. */
export const maxScore = (scores: readonly number[]): number =>
  scores.reduce((most, score) => Math.max(most, score), scores[0] ?? 0);
