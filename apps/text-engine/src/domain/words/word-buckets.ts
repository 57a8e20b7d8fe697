/** Words that are compiled into one automaton, in 10 to 15 ms: about as long as one text takes to be judged. */
export const bucketWordsMax = 4_000;

/** The most words in a bucket of a scope. */
export interface BucketFill {
  readonly bucket: number;
  readonly words: number;
}

/**
 * Finds places for new words: where there is room, from the lowest bucket on, then in new ones. So words that come
 * together lie together, and deleted ones leave no bucket half empty for ever.
 * @param fills the buckets there are, in any order
 * @returns the bucket of each new word
 */
export function placeWords(fills: readonly BucketFill[], count: number): number[] {
  const held = new Map(fills.map(({ bucket, words }) => [bucket, words]));
  const places: number[] = [];
  for (let bucket = 0; places.length < count; bucket++) {
    const room = Math.max(0, bucketWordsMax - (held.get(bucket) ?? 0));
    const taken = Math.min(room, count - places.length);
    for (let n = 0; n < taken; n++) places.push(bucket);
  }
  return places;
}
