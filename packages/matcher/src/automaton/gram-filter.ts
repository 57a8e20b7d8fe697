import { BASE_MASK } from '../folding/kinds.ts';
import { P_OFFSET, P_RUNS, PATTERN_FIELDS, type Patterns } from './patterns.ts';

/**
 * Nearly nowhere in a text does a pattern begin, and yet an automaton would be led a few states deep and back
 * all the time. A bitmap of the beginnings of all patterns, asked at each row of the text, says where entering
 * it is worth while: at the last of the first 2, 3, 4, 5, 7 or 11 rows of a pattern, the longest it has.
 *
 * The word of the bitmap is chosen by the rows before that one, the last 2, 3, 4, 6 or 10 of them (for a
 * beginning of two rows by both). Their hashes are kept as they pass: `hash = (hash >>> shift) ^ gear` forgets
 * what lies further back, since that has been shifted out (after the "gear" hash of Xia 2014, "Ddelta"). The
 * bits in the word, three of them, are chosen by the last three rows (or two): they are the same for all words,
 * which can so be joined before they are asked for.
 */
export const LEVEL_MAX = 11;

/**
 * Shifted by this at every row, bits 2 to 31 hold the last so many. A hash chooses a word by its place in bytes,
 * and so its lowest two bits do not matter.
 */
export const SHIFT_2 = 16;
export const SHIFT_3 = 11;
export const SHIFT_4 = 8;
export const SHIFT_6 = 5;
export const SHIFT_10 = 3;
/** The hash of two rows chooses both a word and, by bits 2 to 11, the bits in it. */
export const PAIR_WORD_SHIFT = 5;
export const CHOICE_MASK = 0xffc;
/** The gear of a step is its product with this: spreads small dense numbers over 32 bits (Knuth). */
export const SPREAD = 0x9e3779b1;

/** Words of 32 bits for each pattern: one false answer in about 150. */
const WORDS_PER_PATTERN = 2;
const WORD_BITS_MIN = 4;
const WORD_BITS_MAX = 18;

/** Words with three bits set, to choose from. */
export function buildBitChoice(): Int32Array {
  return Int32Array.from({ length: (CHOICE_MASK >> 2) + 1 }, (_, i) => {
    const first = i & 31;
    const second = (first + 1 + ((i >>> 5) % 15)) & 31;
    const third = (first + 17 + ((i >>> 5) % 13)) & 31;
    return (1 << first) | (1 << second) | (1 << third);
  });
}

/** Returns the number of a pattern's first rows in the filter; a pattern of one row is found without it. */
export function levelOf(rows: number): number {
  if (rows >= LEVEL_MAX) return LEVEL_MAX;
  return rows >= 7 ? 7 : Math.min(rows, 5);
}

export function buildGramFilter(patterns: Patterns, steps: Uint16Array): Int32Array {
  const wanted = Math.ceil(Math.log2(patterns.count * WORDS_PER_PATTERN + 1));
  const choice = buildBitChoice();
  const bitmap = new Int32Array(2 ** Math.min(WORD_BITS_MAX, Math.max(WORD_BITS_MIN, wanted)));
  for (let p = 0; p < patterns.fields.length; p += PATTERN_FIELDS) {
    const rows = patterns.fields[p + P_RUNS] as number;
    if (rows > 1) setBits(bitmap, choice, patterns, p, levelOf(rows), steps);
  }
  return bitmap;
}

/** Passes the first rows of a pattern as the search passes those of a text, and sets what it then asks for. */
function setBits(
  bitmap: Int32Array,
  choice: Int32Array,
  patterns: Patterns,
  p: number,
  level: number,
  steps: Uint16Array,
): void {
  let [hash2, hash3, hash4, hash6, hash10] = [0, 0, 0, 0, 0];
  let previous = -1;
  for (let i = patterns.fields[p + P_OFFSET] as number, row = 1; ; i++) {
    const step = steps[(patterns.units[i] as number) & BASE_MASK] as number;
    if (step === previous) continue;
    previous = step;
    const gear = Math.imul(step, SPREAD);
    const pair = (hash2 >>> SHIFT_2) ^ gear;
    const triple = (hash3 >>> SHIFT_3) ^ gear;
    if (row++ === level) {
      const by = [0, 0, pair >>> PAIR_WORD_SHIFT, hash2, hash3, hash4, 0, hash6, 0, 0, 0, hash10];
      const word = ((by[level] as number) >>> 2) & (bitmap.length - 1);
      bitmap[word] =
        (bitmap[word] as number) | (choice[((level === 2 ? pair : triple) & CHOICE_MASK) >> 2] as number);
      return;
    }
    hash2 = pair;
    hash3 = triple;
    hash4 = (hash4 >>> SHIFT_4) ^ gear;
    hash6 = (hash6 >>> SHIFT_6) ^ gear;
    hash10 = (hash10 >>> SHIFT_10) ^ gear;
  }
}
