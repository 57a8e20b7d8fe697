import { describe, expect, it } from 'vitest';
import { distinctFrames, thumbnailBytes, thumbnailSize } from './thumbnail.ts';

const grey = (level: number) => new Uint8Array(thumbnailBytes).fill(level);
/** A line of text on an even ground. */
const withLine = (row: number, cells: number) => {
  const thumbnail = grey(100);
  thumbnail.fill(160, row * thumbnailSize.width, row * thumbnailSize.width + cells);
  return thumbnail;
};
const noisy = (thumbnail: Uint8Array) => thumbnail.map((level, cell) => level + ((cell * 7) % 11) - 5);

const distinctOf = (thumbnails: readonly Uint8Array[]) => distinctFrames(thumbnails).distinct;

describe('distinct frames', () => {
  it('are one if only noise changes', () => {
    expect(distinctOf([grey(100), noisy(grey(100)), noisy(grey(102))])).toEqual([0]);
  });

  it('differ by a short line, and by its place', () => {
    expect(distinctOf([grey(100), withLine(40, 8), withLine(10, 8), noisy(withLine(40, 8))])).toEqual([
      0, 1, 2,
    ]);
  });

  it('are not made by a cursor', () => {
    expect(distinctOf([grey(100), withLine(40, 2)])).toEqual([0]);
  });

  it('come from slow changes, too', () => {
    const fading = Array.from({ length: 20 }, (_, step) => grey(100 + step * 3));
    expect(distinctOf(fading)).toEqual([0, 6, 12, 18]);
  });

  it('are known for each frame: the latest that looks like it', () => {
    const [plain, first, second] = [grey(100), withLine(40, 8), withLine(10, 8)];
    expect(distinctFrames([plain, first, noisy(first), plain, second, first])).toEqual({
      distinct: [0, 1, 4],
      shown: [0, 1, 1, 0, 2, 1],
    });
  });
});
