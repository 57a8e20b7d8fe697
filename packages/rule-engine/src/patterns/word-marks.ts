/**
 * Words of a text that one pattern after the other marks and then reads in text order: a bit a word, so nothing is sorted,
 * said twice or made for each pattern.
 */
export interface WordMarks {
  readonly bits: Int32Array;
  /** The marked words in text order, once they are read; written over by the next look. */
  readonly words: Int32Array;
  /** Between which of the `bits` marks may be. */
  low: number;
  high: number;
}

/** Marks for a text of so many words, none of them marked. */
export function wordMarks(words: number): WordMarks {
  const bits = new Int32Array((words + 31) >> 5);
  return { bits, words: new Int32Array(words), low: bits.length, high: -1 };
}

/** Marks a word; says whether it was not marked before. */
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

/** Writes the marked words down, in text order, wipes the marks, and says how many they were. */
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
