/**
 * Which classes occur in a text, and the place of each among them, from 1: a bit a class, and how many occur before
 * every 32nd. Tens of thousands of classes take two kilobytes, so that the thousands of questions for those that do not
 * occur are answered from the processor's nearest cache, and nothing large is made for every text.
 */
export interface ClassPlaces {
  readonly bits: Int32Array;
  readonly before: Uint16Array;
}

/** The classes that are given, numbered. */
export function classPlaces(classCount: number, given: ArrayLike<number>): ClassPlaces {
  const bits = new Int32Array((classCount + 31) >> 5);
  for (let one = 0; one < given.length; one++) {
    const of = given[one] ?? 0;
    bits[of >>> 5] = (bits[of >>> 5] ?? 0) | (1 << (of & 31));
  }
  const before = new Uint16Array(bits.length + 1);
  for (let word = 0; word < bits.length; word++)
    before[word + 1] = (before[word] ?? 0) + bitsIn(bits[word] ?? 0);
  return { bits, before };
}

/** How many classes occur. */
export const placeCount = ({ before }: ClassPlaces): number => before.at(-1) ?? 0;

/** The place of a class, or 0. */
export function placeOf({ bits, before }: ClassPlaces, of: number): number {
  const word = bits[of >>> 5] ?? 0;
  const bit = 1 << (of & 31);
  return (word & bit) === 0 ? 0 : (before[of >>> 5] ?? 0) + bitsIn(word & (bit - 1)) + 1;
}

/** The classes that occur, ascending: that in place `p` is the `p - 1`st. */
export function classesIn({ bits }: ClassPlaces): number[] {
  const classes: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1)
      classes.push((word << 5) + 31 - Math.clz32(left & -left));
  }
  return classes;
}

/** Bits that are set in 32 (Warren, "Hacker's Delight"). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
