import { describe, expect, it } from 'vitest';
import { distinctPages } from './distinct-pages.ts';

const plain = (brightness: number) => new Uint8Array(64).fill(brightness);
const withDot = (brightness: number, at: number, dot: number) => plain(brightness).with(at, dot);

describe('the pages of an animation that are checked', () => {
  it('are the first one, and each that differs from the others', () => {
    const pages = [plain(200), plain(200), withDot(200, 9, 40), plain(202), plain(200)];
    expect(distinctPages(pages, 6)).toEqual({ picked: [0, 2], left: 0 });
  });

  it('hold the one page that differs, wherever it stands among small changes', () => {
    const pages = Array.from({ length: 40 }, (_, n) => plain(100 + (n % 20)));
    pages[4] = withDot(100, 30, 255);
    expect(distinctPages(pages, 3).picked).toContain(4);
  });

  it('are bounded', () => {
    const pages = Array.from({ length: 200 }, (_, n) => withDot(100, n % 64, 255 - n));
    const { picked, left } = distinctPages(pages, 6);
    expect(picked).toHaveLength(6);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(194);
    expect(distinctPages([], 6)).toEqual({ picked: [], left: 0 });
  });
});
