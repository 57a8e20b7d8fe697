import { describe, expect, it } from 'vitest';
import type { Box, Rectangle } from '../picture.ts';
import { charactersOf, partOfLine } from './part-of-line.ts';

const box = (changes: Partial<Box> = {}): Box => ({
  ...{ x: 100, y: 50, width: 80, height: 20, angle: 0 },
  ...changes,
});
const rounded = ({ left, top, right, bottom }: Rectangle) =>
  [left, top, right, bottom].map((one) => Math.round(one) + 0);

describe('a part of a line', () => {
  it.each([
    ['lies', box(), 0, [60, 40, 80, 60]],
    ['stands on its head', box(), 2, [120, 40, 140, 60]],
    ['is read downwards', box({ width: 20, height: 80 }), 1, [90, 10, 110, 30]],
    ['is read upwards', box({ width: 20, height: 80 }), 3, [90, 70, 110, 90]],
  ] as const)('is where it is in the picture, of a line that %s', (_, where, quarters, expected) => {
    expect(rounded(partOfLine({ box: where, edges: null }, quarters, 0, 0.25))).toEqual(expected);
  });

  it('has an upright rectangle around it where the line is turned', () => {
    const turned = { box: box({ angle: Math.PI / 4, width: 100, height: 0 }), edges: null };
    expect(rounded(partOfLine(turned, 0, 0.5, 1))).toEqual([100, 50, 135, 85]);
  });

  it('lies between the edges of a line that is bent, read from either end', () => {
    const bent = {
      box: box({ height: 40 }),
      // Its ends are lower than its middle by 16 pixels.
      edges: { top: [-18, 0, 0.01], bottom: [2, 0, 0.01] } as const,
    };
    expect(rounded(partOfLine(bent, 0, 0, 0))).toEqual([60, 48, 60, 68]);
    expect(rounded(partOfLine(bent, 2, 1, 1))).toEqual([60, 48, 60, 68]);
    expect(rounded(partOfLine(bent, 0, 0, 1))).toEqual([60, 32, 140, 68]);
  });
});

describe('the characters of a line', () => {
  it('meet half-way between their middles, and begin and end with the line', () => {
    const found = charactersOf({ box: box(), edges: null }, 0, [0.1, 0.5, 0.6]);
    expect(found.map(({ left, right }) => [Math.round(left), Math.round(right)])).toEqual([
      [60, 84],
      [84, 104],
      [104, 140],
    ]);
  });

  it('have one place for both units of a character beyond the first plane', () => {
    const [first, second, third] = charactersOf({ box: box(), edges: null }, 0, [0.25, 0.25, 0.75]);
    expect(second).toEqual(first);
    expect(rounded(third!)).toEqual([100, 40, 140, 60]);
    expect(charactersOf({ box: box(), edges: null }, 0, [])).toEqual([]);
  });
});
