/**
 * The set of classes that occur in a text, as a bit set with ranks: a class that occurs has a place, from 1, among those
 * that do. Tens of thousands of classes take 2 to 4 kB a text, so the many lookups of absent classes stay in the first
 * cache of the processor.
 */
export interface ClassPlaces {
  readonly bits: Int32Array;
  readonly before: Uint16Array;
}

/** Builds the set from class numbers; repeats are fine. */
export function classPlaces(classCount: number, given: ArrayLike<number>): ClassPlaces {
  const bits = new Int32Array((classCount + 31) >> 5);
  for (let one = 0; one < given.length; one++) {
    const classNumber = given[one] ?? 0;
    bits[classNumber >>> 5] = (bits[classNumber >>> 5] ?? 0) | (1 << (classNumber & 31));
  }
  const before = new Uint16Array(bits.length + 1);
  for (let word = 0; word < bits.length; word++)
    before[word + 1] = (before[word] ?? 0) + bitsIn(bits[word] ?? 0);
  return { bits, before };
}

/** Returns how many classes occur. */
export const placeCount = ({ before }: ClassPlaces): number => before.at(-1) ?? 0;

/** Returns the place of a class, or 0 if it does not occur. */
export function placeOf({ bits, before }: ClassPlaces, classNumber: number): number {
  const word = bits[classNumber >>> 5] ?? 0;
  const bit = 1 << (classNumber & 31);
  return (word & bit) === 0 ? 0 : (before[classNumber >>> 5] ?? 0) + bitsIn(word & (bit - 1)) + 1;
}

/** Returns the classes that occur, ascending; the one in place `p` is at index `p - 1`. */
export function classesIn({ bits }: ClassPlaces): number[] {
  const classes: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1)
      classes.push((word << 5) + 31 - Math.clz32(left & -left));
  }
  return classes;
}

/** Counts the bits that are set (Warren, "Hacker's Delight"). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
