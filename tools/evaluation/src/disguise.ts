/** A way to write a word so that it is not found. Deterministic. */
export interface Disguise {
  readonly name: string;
  /** The fold that undoes it, which findings should name; null for plain chat spelling, which they do not name. */
  readonly fold: string | null;
  /** Disguises only one of two adjacent words: if both were, nobody could tell them apart. */
  readonly runsTogether?: true;
  /** Returns the word disguised; null where it cannot be in this way. */
  readonly apply: (word: string) => string | null;
}
