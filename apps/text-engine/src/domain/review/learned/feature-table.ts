import type { Weights } from './weights.ts';

/** The weights of features by their hashes. */
export interface FeatureTable {
  /**
   * By place, two numbers: the hash (see `orderOf`), and what the feature speaks for a violation and (in the upper half)
   * in a text, in units. Together, so that what a text asks of a feature lies in one line of the processor's cache.
   */
  readonly entries: Int32Array;
  /**
   * By place: the feature's number, or that behind the last one. Not among the entries: few sentences come so near to a
   * threshold that it is asked for.
   */
  readonly featureOf: Int32Array;
  /** The places of hashes, in their order; -1 for what was not learned. The array is written over by the next call. */
  readonly placesOf: (hashes: readonly number[]) => Int32Array;
}

/** Places for each feature. With fewer, features that are not known take longer to tell. */
const placesPerFeature = 1.75;
/** The number of features that a sentence has at first; a longer one makes room for its own. */
const featuresCommon = 256;

/** Hashes as signed numbers in the same order. */
const orderOf = (hash: number): number => hash ^ 0x80000000;

/**
 * Lays out weights for looking up: by the upper part of the hash, so that the keys, which ascend, are written one behind
 * the other. A free place holds the key behind it: whoever looks for a hash goes on while keys are smaller, and never
 * comes by a free place that holds the hash, since a key with a free place before it lies where the search begins.
 */
export function featureTableOf({ keys, violation, text }: Weights): FeatureTable {
  const count = Math.ceil(keys.length * placesPerFeature) + 1;
  const perHash = count / 2 ** 32;
  // Behind the last place are as many more as features may have been pushed there, and one that ends every search.
  const size = count + overflowOf(keys, perHash, count) + 1;
  const entries = new Int32Array(size * 2);
  const featureOf = new Int32Array(size).fill(keys.length);
  let next = 0;
  for (let feature = 0; feature < keys.length; feature++) {
    const hash = keys[feature] ?? 0;
    const place = Math.max(next, Math.floor(hash * perHash));
    for (; next <= place; next++) entries[next * 2] = orderOf(hash);
    entries[place * 2 + 1] = ((text[feature] ?? 0) << 16) | ((violation[feature] ?? 0) & 0xffff);
    featureOf[place] = feature;
  }
  for (; next < size; next++) entries[next * 2] = orderOf(0xffffffff);
  return { entries, featureOf, placesOf: finder(entries, perHash) };
}

/**
 * Hashes are looked up in two passes: the first only loads, and so the processor waits for many lines of memory at once;
 * with the comparisons between them it waited for one after the other. A long text asks for 30,000 features, and other
 * work has emptied the cache by then.
 */
function finder(entries: Int32Array, perHash: number): FeatureTable['placesOf'] {
  let places = new Int32Array(featuresCommon);
  let firsts = new Int32Array(featuresCommon);
  return (hashes) => {
    if (hashes.length > places.length) {
      places = new Int32Array(hashes.length * 2);
      firsts = new Int32Array(hashes.length * 2);
    }
    const count = hashes.length;
    for (let n = 0; n < count; n++) {
      const home = Math.floor((hashes[n] ?? 0) * perHash);
      places[n] = home;
      firsts[n] = entries[home * 2] ?? 0;
    }
    for (let n = 0; n < count; n++) {
      const wanted = orderOf(hashes[n] ?? 0);
      let order = firsts[n] ?? 0;
      if (order < wanted) {
        let place = places[n] ?? 0;
        do order = entries[++place * 2] ?? 0;
        while (order < wanted);
        places[n] = place;
      }
      if (order !== wanted) places[n] = -1;
    }
    return places;
  };
}

/** How many places behind the last one are taken by keys that found theirs taken. */
function overflowOf(keys: Uint32Array, perHash: number, count: number): number {
  let next = 0;
  for (const hash of keys) next = Math.max(next, Math.floor(hash * perHash)) + 1;
  return Math.max(0, next - count);
}
