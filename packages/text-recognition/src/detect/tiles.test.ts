import { describe, expect, it } from 'vitest';
import { detectorTiles } from './tiles.ts';

describe('tiles for the detector', () => {
  it.each([
    [40, 30],
    [1_080, 1_080],
    [1_080, 12_000],
    [12_000, 1_000],
    [3_464, 3_464],
  ])('cover a picture of %i × %i, overlap, and are bounded', (width, height) => {
    const tiles = detectorTiles(width, height);
    for (const { left, top, ...tile } of tiles) {
      expect([tile.width % 32, tile.height % 32]).toEqual([0, 0]);
      expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(1_088);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    }
    const isCovered = (x: number, y: number) =>
      tiles.some(
        (tile) => x >= tile.left && y >= tile.top && x < tile.left + tile.width && y < tile.top + tile.height,
      );
    for (let y = 0; y < height; y += 31)
      for (let x = 0; x < width; x += 31) expect(isCovered(x, y)).toBe(true);
    const tops = [...new Set(tiles.map(({ top }) => top))];
    const rows = tops.map((top) => tiles.find((tile) => tile.top === top)!);
    for (const [index, row] of rows.slice(1).entries())
      expect(rows[index]!.top + rows[index]!.height - row.top).toBeGreaterThanOrEqual(96);
  });
});
