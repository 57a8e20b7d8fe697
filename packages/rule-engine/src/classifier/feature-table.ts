import type { Weights } from './weights.ts';

/** The weights of features by their hashes. */
export interface FeatureTable {
  /**
   * By place, two numbers: the hash (see `orderOf`), and what the feature speaks for a violation and (in the upper half)
   * in a text, in units. Together, so that what a text asks of a feature lies in one line of the processor's cache.
   */
  readonly entries: Int32Array;
  /**
   * By place: where the feature's topic weights begin, which end where those of the next place begin. Not among the
   * entries: few sentences come so near to a threshold that they are asked for.
   */
  readonly topicsFrom: Int32Array;
  /** Looks up so many hashes. */
  readonly lookUp: (hashes: Uint32Array, count: number) => Found;
}

/** What is known of some features, in their order. */
export interface Found {
  /** Their places; -1 for what was not learned. */
  readonly places: Int32Array;
  /** What they speak for, as in the entries; 0 for what was not learned. */
  readonly weights: Int32Array;
}

/** Places for each feature. With fewer, features that are not known take longer to tell. */
const placesPerFeature = 1.75;
/** How many hashes are looked up together. */
const togetherMax = 256;

/** Hashes as signed numbers in the same order. */
const orderOf = (hash: number): number => hash ^ 0x80000000;

/**
 * Lays out weights for looking up: by the upper part of the hash, so that the keys, which ascend, are written one behind
 * the other. A free place holds the key behind it: whoever looks for a hash goes on while keys are smaller, and never
 * comes by a free place that holds the hash, since a key with a free place before it lies where the search begins.
 */
export function featureTableOf({ keys, violation, text, topicCounts }: Weights): FeatureTable {
  const count = Math.ceil(keys.length * placesPerFeature) + 1;
  const perHash = count / 2 ** 32;
  // Behind the last place are as many more as features may have been pushed there, and one that ends every search.
  const size = count + overflowOf(keys, perHash, count) + 1;
  const entries = new Int32Array(size * 2);
  const topicsFrom = new Int32Array(size + 1);
  let next = 0;
  let topics = 0;
  for (let feature = 0; feature < keys.length; feature++) {
    const hash = keys[feature] ?? 0;
    const place = Math.max(next, Math.floor(hash * perHash));
    for (; next <= place; next++) {
      entries[next * 2] = orderOf(hash);
      topicsFrom[next] = topics;
    }
    entries[place * 2 + 1] = ((text[feature] ?? 0) << 16) | ((violation[feature] ?? 0) & 0xffff);
    topics += topicCounts[feature] ?? 0;
  }
  topicsFrom.fill(topics, next);
  for (; next < size; next++) entries[next * 2] = orderOf(0xffffffff);
  return { entries, topicsFrom, lookUp: finder(entries, perHash) };
}

/**
 * Hashes are looked up in two passes: the first only loads, and so the processor waits for many lines of memory at once;
 * with the comparisons between them it waited for one after the other. A long text asks for 30,000 features, and other
 * work has emptied the cache by then.
 */
function finder(entries: Int32Array, perHash: number): FeatureTable['lookUp'] {
  const firsts = new Int32Array(togetherMax);
  return (hashes, count) => {
    const places = new Int32Array(count);
    const weights = new Int32Array(count);
    for (let from = 0; from < count; from += togetherMax) {
      const end = Math.min(count, from + togetherMax);
      for (let n = from; n < end; n++) {
        const home = ((hashes[n] ?? 0) * perHash) >>> 0;
        places[n] = home;
        firsts[n - from] = entries[home * 2] ?? 0;
      }
      for (let n = from; n < end; n++) {
        const wanted = orderOf(hashes[n] ?? 0);
        let order = firsts[n - from] ?? 0;
        let place = places[n] ?? 0;
        while (order < wanted) order = entries[++place * 2] ?? 0;
        places[n] = order === wanted ? place : -1;
        if (order === wanted) weights[n] = entries[place * 2 + 1] ?? 0;
      }
    }
    return { places, weights };
  };
}

/** How many places behind the last one are taken by keys that found theirs taken. */
function overflowOf(keys: Uint32Array, perHash: number, count: number): number {
  let next = 0;
  for (const hash of keys) next = Math.max(next, Math.floor(hash * perHash)) + 1;
  return Math.max(0, next - count);
}
