/** A whole text to train on. */
export interface TextExample {
  readonly text: string;
  readonly isViolating: boolean;
  /** Who wrote it: its text is predicted by models that were not trained on this author. Null: only trained on. */
  readonly author: string | null;
  /** The highest score of its sentences, out of fold; 0 where it has no weight. */
  readonly maxSentenceScore: number;
  /** Places in which rules find violations; 0 where they have no weight. */
  readonly ruleFindings: number;
}
