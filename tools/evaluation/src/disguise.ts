/** A way to write a word so that it is not found. Deterministic. */
export interface Disguise {
  readonly name: string;
  /** The fold that undoes it, which findings should name; null for plain chat spelling, which they do not name. */
  readonly fold: string | null;
  /** Of two words side by side only one is disguised: disguised both, nobody could tell them apart. */
  readonly runsTogether?: true;
  /** Returns the word disguised; null where it cannot be in this way. */
  readonly apply: (word: string) => string | null;
}
