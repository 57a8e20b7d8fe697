import { describe, expect, it } from 'vitest';
import { bucketWordsMax, placeWords } from './word-buckets.ts';

const counted = (places: readonly number[]) =>
  [0, 1, 2, 3].map((bucket) => places.filter((place) => place === bucket).length);

describe('new words', () => {
  it('fill what has room, then open buckets', () => {
    expect(placeWords([], 0)).toEqual([]);
    expect(placeWords([], 3)).toEqual([0, 0, 0]);
    const almostFull = [{ bucket: 0, words: bucketWordsMax - 1 }];
    expect(placeWords(almostFull, 3)).toEqual([0, 1, 1]);
  });

  it('close the gaps that deleted ones left, and stay out of a bucket that is too full', () => {
    const fills = [
      { bucket: 2, words: 10 },
      { bucket: 0, words: bucketWordsMax + 5 },
      { bucket: 1, words: bucketWordsMax - 2 },
    ];
    expect(placeWords(fills, 4)).toEqual([1, 1, 2, 2]);
  });

  it('leave no bucket above its size, however many come', () => {
    expect(counted(placeWords([{ bucket: 0, words: 100 }], 10_000))).toEqual([3_900, 4_000, 2_100, 0]);
  });
});
