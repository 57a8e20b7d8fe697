/** A bit set of words that patterns share: each marks words, then takes them in text order. Needs no sorting, no copies. */
export interface WordMarks {
  readonly bits: Int32Array;
  /** The words last taken, in text order; overwritten by the next take. */
  readonly words: Int32Array;
  /** The range of `bits` that has marks, both inclusive. */
  low: number;
  high: number;
}

/** Returns an empty set for a text of `words` words. */
export function wordMarks(words: number): WordMarks {
  const bits = new Int32Array((words + 31) >> 5);
  return { bits, words: new Int32Array(words), low: bits.length, high: -1 };
}

/** Marks a word. Returns false if it was marked already. */
export function markWord(marks: WordMarks, word: number): boolean {
  const at = word >> 5;
  const bit = 1 << (word & 31);
  const before = marks.bits[at] ?? 0;
  if ((before & bit) !== 0) return false;
  marks.bits[at] = before | bit;
  if (at < marks.low) marks.low = at;
  if (at > marks.high) marks.high = at;
  return true;
}

/** Moves the marked words to `marks.words`, in text order. Returns how many there are. */
export function takeMarked(marks: WordMarks): number {
  const { bits, words, low, high } = marks;
  let count = 0;
  for (let at = low; at <= high; at++) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      words[count++] = (at << 5) + 31 - Math.clz32(left & -left);
    bits[at] = 0;
  }
  marks.low = bits.length;
  marks.high = -1;
  return count;
}
