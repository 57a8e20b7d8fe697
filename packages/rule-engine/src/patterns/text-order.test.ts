import { describe, expect, it } from 'vitest';
import type { Occurrence } from './occurrence.ts';
import { inTextOrder, mergeInTextOrder } from './text-order.ts';

/** Occurrences that know their stretch, so that those alike can be told apart. */
const stretch = (number: number, words: readonly (readonly [number, number])[]): Occurrence[] =>
  words.map(([first, last]) => ({ first, last, folds: [String(number)] }));

const many = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    Array.from({ length: (number * 7) % 5 }, (_, at) => [at * 3 + (number % 4), at * 3 + 5] as const),
  );

describe('stretches in text order', () => {
  it.each([
    ['none', []],
    [
      'one',
      [
        [
          [1, 2],
          [3, 5],
        ],
      ],
    ],
    [
      'two that are alike',
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    ['the longest first', [[[1, 2]], [[1, 4]], [[1, 3]]]],
    ['an empty one among them', [[[5, 6]], [], [[0, 1]]]],
    ['many', many(23)],
  ] as const)('are put together as a stable sort would: %s', (_, words) => {
    const stretches = words.map((of, number) => stretch(number, of));
    const ends = stretches.map((_, at) => stretches.slice(0, at + 1).flat().length);
    const all = stretches.flat();
    expect(mergeInTextOrder(all.slice(), ends)).toEqual(all.toSorted(inTextOrder));
  });
});
