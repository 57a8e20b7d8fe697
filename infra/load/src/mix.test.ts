import { createRandom } from '@redline/fault/random';
import { describe, expect, it } from 'vitest';
import { batchSizes, mixes, pickWeighted, textSizes, weighted, wholeBetween } from './mix.ts';

describe('the mix', () => {
  it('draws each operation as often as its weight says', () => {
    const random = createRandom(1);
    const drawn = Array.from(
      { length: 20_000 },
      () => pickWeighted(weighted(mixes.everyday), random).operation,
    );
    const share = (operation: string) => drawn.filter((it) => it === operation).length / drawn.length;
    expect(share('text')).toBeCloseTo(0.86, 1);
    expect(share('batch')).toBeCloseTo(0.02, 2);
    expect(share('video')).toBeLessThan(0.004);
  });

  it('has texts that the contract takes, and batches of 2 to 40 items', () => {
    for (const { from, to } of textSizes) expect([from >= 60, to <= 5_000]).toEqual([true, true]);
    for (const { texts, images, videos } of batchSizes) {
      expect(texts.from + images.from + videos.from).toBeGreaterThanOrEqual(2);
      expect(texts.to + images.to + videos.to).toBeLessThanOrEqual(40);
    }
  });

  it('draws whole numbers up to both ends', () => {
    const random = createRandom(2);
    const drawn = new Set(Array.from({ length: 200 }, () => wholeBetween({ from: 2, to: 4 }, random)));
    expect([...drawn].sort()).toEqual([2, 3, 4]);
  });
});
