import { describe, expect, it } from 'vitest';
import { tilesOf, workingSize } from './ocr-passes.ts';

describe('the size in which a page is checked', () => {
  it.each([
    ['a square post', [1_080, 1_080], [1_080, 1_080]],
    ['a small one is not enlarged', [300, 200], [300, 200]],
    ['a photograph', [4_000, 3_000], [1_440, 1_080]],
    ['a long page keeps its text as large as it is', [750, 10_000], [750, 10_000]],
    ['a very long one does not', [1_080, 60_000], [465, 25_820]],
    ['10,000 by 10,000', [10_000, 10_000], [1_080, 1_080]],
    ['a hair line', [1, 10_000], [1, 10_000]],
  ])('%s', (_, [width = 0, height = 0], [workWidth, workHeight]) => {
    expect(workingSize({ width, height })).toEqual({ width: workWidth, height: workHeight });
  });
});

describe('tiles', () => {
  it.each([
    [{ width: 1_080, height: 1_080 }, 1],
    [{ width: 1_440, height: 1_080 }, 1],
    [{ width: 750, height: 10_000 }, 8],
    [{ width: 10_000, height: 750 }, 8],
    [{ width: 1, height: 10_000 }, 8],
  ])('of %o lie inside, cover it, and share with the next one what a line needs', (page, count) => {
    const tiles = tilesOf(page);
    expect(tiles).toHaveLength(count);
    const isTall = page.height > page.width;
    const spans = tiles.map(({ left, top, width, height }) =>
      isTall ? [top, top + height] : [left, left + width],
    );
    expect([spans[0]?.[0], spans.at(-1)?.[1]]).toEqual([0, Math.max(page.width, page.height)]);
    for (const [index, [, end = 0]] of spans.slice(0, -1).entries()) {
      expect(end - (spans[index + 1]?.[0] ?? 0)).toBeGreaterThanOrEqual(119);
    }
    for (const [start = 0, end = 0] of spans) expect(end - start).toBeLessThanOrEqual(1_440);
  });
});
