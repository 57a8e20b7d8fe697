/** Words `first` (inclusive) to `last` (exclusive) of a text: a term, a numeral, or a match of a pattern. */
export interface Occurrence {
  readonly first: number;
  readonly last: number;
  /** Disguises of the words, such as `leet` or `pinyin`; see the matcher. Empty for plain words. */
  readonly folds: readonly string[];
}

/** Returns the index of the first occurrence, in text order, that begins at `word` or behind it; the length for none. */
export function indexFrom(occurrences: readonly Occurrence[], word: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((occurrences[middle]?.first ?? 0) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
