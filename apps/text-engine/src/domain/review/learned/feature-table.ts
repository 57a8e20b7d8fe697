import type { Weights } from './weights.ts';

/** Numbers of a place, 16 bytes: what a text asks of a feature lies in one line of the processor's cache. */
export const placeSize = 4;
/** Of a place: the feature's number plus one; 0 where the place is free. */
export const featureAt = 1;
/** Of a place: what the feature speaks for a violation, and (in the upper half) in a text, in units. */
export const weightsAt = 2;
/** Of a place: the text that has counted the feature last. */
export const countedAt = 3;

/** The weights of features by their hashes. */
export interface FeatureTable {
  /** By place: hash, feature, weights, text; see above. */
  readonly places: Int32Array;
  /** Where the place of a hash begins in `places`; -1 for what was not learned. */
  readonly find: (hash: number) => number;
}

/** Places for each feature. With fewer, features that are not known take longer to tell. */
const placesPerFeature = 1.75;

/**
 * Lays out weights for looking up: open addressing by the upper part of the hash, so that the keys, which ascend, are
 * written one behind the other. Hundreds of features are asked for in a text of a few sentences, and by then other work
 * has emptied the cache: with hashes, numbers and weights in tables of their own each cost four or five reads from
 * memory, and now one.
 */
export function featureTableOf({ keys, violation, text }: Weights): FeatureTable {
  const count = Math.ceil(keys.length * placesPerFeature) + 1;
  const perHash = count / 2 ** 32;
  // Behind the last place are as many more as features may have been pushed there, and a free one.
  const places = new Int32Array((count + overflowOf(keys, perHash, count) + 1) * placeSize);
  let next = 0;
  for (let feature = 0; feature < keys.length; feature++) {
    const hash = keys[feature] ?? 0;
    const place = Math.max(next, Math.floor(hash * perHash));
    next = place + 1;
    const at = place * placeSize;
    places[at] = hash;
    places[at + featureAt] = feature + 1;
    places[at + weightsAt] = ((text[feature] ?? 0) << 16) | ((violation[feature] ?? 0) & 0xffff);
  }
  return {
    places,
    find(hash) {
      const wanted = hash | 0;
      for (let at = Math.floor(hash * perHash) * placeSize; ; at += placeSize) {
        if (places[at + featureAt] === 0) return -1;
        if (places[at] === wanted) return at;
      }
    },
  };
}

/** How many places behind the last one are taken by keys that found theirs taken. */
function overflowOf(keys: Uint32Array, perHash: number, count: number): number {
  let next = 0;
  for (const hash of keys) next = Math.max(next, Math.floor(hash * perHash)) + 1;
  return Math.max(0, next - count);
}
