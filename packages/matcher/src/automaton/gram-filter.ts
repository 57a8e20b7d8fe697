import { BASE_MASK } from '../folding/kinds.ts';
import { P_OFFSET, P_RUNS, P_UNITS, PATTERN_FIELDS, type Patterns } from './patterns.ts';

/**
 * Most of a text is not the start of anything. Before the automaton is asked, the last 2, 4, 6 and 11 steps
 * are hashed and looked up in four bitmaps of how patterns begin; only where one answers is a pattern
 * possible. Each pattern is in one bitmap: that of the longest gram it has. Patterns of a single step are
 * marked on their class instead.
 */
export const GRAMS = [2, 4, 6, 11] as const;

/**
 * By how much each hash is moved up for the next step. After as many steps as its gram has, a step has left
 * the 32 bits at the top, so that nothing needs to be taken out (a gear hash).
 */
export const GRAM_SHIFTS = [16, 8, 6, 3] as const;

/** Makes classes, which are small and dense, spread over 32 bits (Knuth's multiplicative hash). */
export const SPREAD = 0x9e3779b1;
/** Bits kept for each pattern: about one false alarm in 100 steps. */
const BITS_PER_PATTERN = 64;
const BITS_MIN = 5;
const BITS_MAX = 23;

/** The filter that knows a pattern of so many steps; -1 for a single step. */
export function filterOf(steps: number): number {
  return GRAMS.findLastIndex((gram) => gram <= steps);
}

/** How many first steps of a pattern of so many steps its filter knows. */
export const gramOf = (steps: number): number => GRAMS[filterOf(steps)] ?? 1;

/** A filter's hash after one more step. The loop of the scan has this written out. */
export const rollGram = (hash: number, step: number, filter: number): number =>
  ((hash << (GRAM_SHIFTS[filter] as number)) + Math.imul(step, SPREAD)) | 0;

export interface GramFilters {
  /** The bitmaps, one after the other. */
  readonly bitmaps: Int32Array;
  /** For each bitmap: its first word, and by how much a hash is shifted to become a bit's number. */
  readonly layout: Int32Array;
}

/** Builds the bitmaps from the first steps of every pattern. */
export function buildFilters(patterns: Patterns, steps: Uint16Array): GramFilters {
  const counts = GRAMS.map(() => 0);
  for (let p = 0; p < patterns.fields.length; p += PATTERN_FIELDS) {
    const filter = filterOf(patterns.fields[p + P_RUNS] as number);
    if (filter >= 0) counts[filter] = (counts[filter] as number) + 1;
  }
  const layout = new Int32Array(GRAMS.length * 2);
  let words = 0;
  for (let filter = 0; filter < GRAMS.length; filter++) {
    const wanted = Math.ceil(Math.log2((counts[filter] as number) * BITS_PER_PATTERN + 1));
    const bits = Math.min(BITS_MAX, Math.max(BITS_MIN, wanted));
    layout[filter * 2] = words;
    layout[filter * 2 + 1] = 32 - bits;
    words += 2 ** bits / 32;
  }
  const bitmaps = new Int32Array(words);
  for (let p = 0; p < patterns.fields.length; p += PATTERN_FIELDS) mark(bitmaps, layout, patterns, p, steps);
  return { bitmaps, layout };
}

function mark(
  bitmaps: Int32Array,
  layout: Int32Array,
  patterns: Patterns,
  p: number,
  steps: Uint16Array,
): void {
  const filter = filterOf(patterns.fields[p + P_RUNS] as number);
  if (filter < 0) return;
  const gram = GRAMS[filter] as number;
  const offset = patterns.fields[p + P_OFFSET] as number;
  const end = offset + (patterns.fields[p + P_UNITS] as number);
  let hash = 0;
  let previous = 0;
  let taken = 0;
  for (let i = offset; i < end && taken < gram; i++) {
    const step = steps[(patterns.units[i] as number) & BASE_MASK] as number;
    if (step === previous) continue;
    hash = rollGram(hash, step, filter);
    previous = step;
    taken++;
  }
  const bit = hash >>> (layout[filter * 2 + 1] as number);
  const word = (layout[filter * 2] as number) + (bit >>> 5);
  bitmaps[word] = (bitmaps[word] as number) | (1 << (bit & 31));
}
