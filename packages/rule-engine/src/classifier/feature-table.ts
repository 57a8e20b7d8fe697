import type { Weights } from './weights.ts';

/** The weights of features by their hashes. */
export interface FeatureTable {
  /**
   * Two numbers a slot: the hash (see `orderOf`), and the feature's weights in the model of sentences (lower half) and of
   * texts (upper half). Beside each other, so that a lookup touches one line of the processor's cache.
   */
  readonly entries: Int32Array;
  /**
   * The start of the topic weights of each slot's feature; they end where those of the next slot start. Not among the
   * entries: topics are scored for the few sentences that come near a threshold.
   */
  readonly topicStarts: Int32Array;
  /** Looks up the first `count` hashes. */
  readonly lookUp: (hashes: Uint32Array, count: number) => FeatureLookup;
}

/** The slots and weights of features, in their order. */
export interface FeatureLookup {
  /** -1 for features without weights. */
  readonly slots: Int32Array;
  /** As in the entries; 0 for features without weights. */
  readonly weights: Int32Array;
}

/** Slots for each feature. With fewer, looking up features without weights takes longer. */
const slotsPerFeature = 1.75;
/** Hashes that are looked up together. */
const batchMax = 256;

/** Hashes as signed numbers in the same order. */
const orderOf = (hash: number): number => hash ^ 0x80000000;

/**
 * Makes a hash table with linear probing. A feature's home slot is its hash, scaled to the number of slots, so the keys,
 * which ascend, are written one behind the other. A free slot holds the key behind it: a search goes on while keys are
 * smaller, and never ends at a free slot that holds its hash, since a key with a free slot before it is in its home slot.
 */
export function featureTableOf({ keys, violation, text, topicCounts }: Weights): FeatureTable {
  const count = Math.ceil(keys.length * slotsPerFeature) + 1;
  const perHash = count / 2 ** 32;
  // Behind the last slot are as many more as features were pushed there, and one that ends every search.
  const size = count + overflowOf(keys, perHash, count) + 1;
  const entries = new Int32Array(size * 2);
  const topicStarts = new Int32Array(size + 1);
  let next = 0;
  let topics = 0;
  for (let feature = 0; feature < keys.length; feature++) {
    const hash = keys[feature] ?? 0;
    const slot = Math.max(next, Math.floor(hash * perHash));
    for (; next <= slot; next++) {
      entries[next * 2] = orderOf(hash);
      topicStarts[next] = topics;
    }
    entries[slot * 2 + 1] = ((text[feature] ?? 0) << 16) | ((violation[feature] ?? 0) & 0xffff);
    topics += topicCounts[feature] ?? 0;
  }
  topicStarts.fill(topics, next);
  for (; next < size; next++) entries[next * 2] = orderOf(0xffffffff);
  return { entries, topicStarts, lookUp: finder(entries, perHash) };
}

/**
 * Looks hashes up in two passes. The first only loads, so that the processor waits for many lines of memory at once; with
 * the comparisons between them it waited for one after the other. A long text has 30,000 features, and other work has
 * emptied the cache by then.
 */
function finder(entries: Int32Array, perHash: number): FeatureTable['lookUp'] {
  const firsts = new Int32Array(batchMax);
  return (hashes, count) => {
    const slots = new Int32Array(count);
    const weights = new Int32Array(count);
    for (let from = 0; from < count; from += batchMax) {
      const end = Math.min(count, from + batchMax);
      for (let n = from; n < end; n++) {
        const home = ((hashes[n] ?? 0) * perHash) >>> 0;
        slots[n] = home;
        firsts[n - from] = entries[home * 2] ?? 0;
      }
      for (let n = from; n < end; n++) {
        const wanted = orderOf(hashes[n] ?? 0);
        let order = firsts[n - from] ?? 0;
        let slot = slots[n] ?? 0;
        while (order < wanted) order = entries[++slot * 2] ?? 0;
        slots[n] = order === wanted ? slot : -1;
        if (order === wanted) weights[n] = entries[slot * 2 + 1] ?? 0;
      }
    }
    return { slots, weights };
  };
}

/** Counts the slots that keys need behind the last one. */
function overflowOf(keys: Uint32Array, perHash: number, count: number): number {
  let next = 0;
  for (const hash of keys) next = Math.max(next, Math.floor(hash * perHash)) + 1;
  return Math.max(0, next - count);
}
