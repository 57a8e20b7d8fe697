import { BASE_MASK } from '../folding/kinds.ts';
import { P_OFFSET, P_RUNS, P_UNITS, PATTERN_FIELDS, type Patterns } from './patterns.ts';

/**
 * In Chinese, and wherever nothing is under way, nearly every step would lead the automaton from the root to
 * a state of depth one and back. A bitmap of the pairs of steps with which patterns begin answers that with
 * one load from the processor's first cache; the automaton is entered only at depth two.
 */

/** Spreads small dense numbers over 32 bits (Knuth's multiplicative hash). */
export const SPREAD = 0x9e3779b1;
/** Bits for each pattern: about one false answer in 32. */
const BITS_PER_PATTERN = 32;
const BITS_MIN = 5;
const BITS_MAX = 21;

/** The hash of a pair of steps; its upper bits number a bit of the bitmap. */
export const hashPair = (previous: number, step: number): number =>
  Math.imul(Math.imul(previous, SPREAD) + step, SPREAD);

/** By how much a hash is shifted to become the number of a bit. */
export const pairShift = (bitmap: Int32Array): number => Math.clz32(bitmap.length) - 4;

export function buildPairFilter(patterns: Patterns, steps: Uint16Array): Int32Array {
  const wanted = Math.ceil(Math.log2(patterns.count * BITS_PER_PATTERN + 1));
  const bits = Math.min(BITS_MAX, Math.max(BITS_MIN, wanted));
  const bitmap = new Int32Array(2 ** (bits - BITS_MIN));
  const shift = pairShift(bitmap);
  for (let p = 0; p < patterns.fields.length; p += PATTERN_FIELDS) {
    if ((patterns.fields[p + P_RUNS] as number) < 2) continue;
    const [first, second] = firstPair(patterns, p, steps);
    const bit = hashPair(first, second) >>> shift;
    bitmap[bit >>> 5] = (bitmap[bit >>> 5] as number) | (1 << (bit & 31));
  }
  return bitmap;
}

function firstPair(patterns: Patterns, p: number, steps: Uint16Array): [number, number] {
  const offset = patterns.fields[p + P_OFFSET] as number;
  const end = offset + (patterns.fields[p + P_UNITS] as number);
  const first = steps[(patterns.units[offset] as number) & BASE_MASK] as number;
  for (let i = offset + 1; i < end; i++) {
    const step = steps[(patterns.units[i] as number) & BASE_MASK] as number;
    if (step !== first) return [first, step];
  }
  return [first, first];
}
