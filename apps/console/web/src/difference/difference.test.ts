import { describe, expect, it } from 'vitest';
import { differenceOf, type Run } from './difference.ts';

const textOf = (runs: readonly Run[], without: Run['kind']) =>
  runs
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('the difference of two texts', () => {
  it.each([
    ['en-US', 'Fern drops. They cure arthritis.', 'Fern drops.'],
    ['zh-CN', '全国最好的护肤品，一盒五片。', '护肤品，一盒五片。'],
    ['id-ID', 'Obat ini menyembuhkan, harga Rp50.000 👍🏽', 'Harga Rp50.000 👍'],
    ['en-US', '', 'new'],
  ])('gives back both (%s)', (language, before, after) => {
    const runs = differenceOf(before, after, language);
    expect(textOf(runs, 'added')).toBe(before);
    expect(textOf(runs, 'removed')).toBe(after);
  });

  it('is told in whole words', () => {
    expect(differenceOf('the best socks', 'the better socks', 'en-US')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'removed', text: 'best' },
      { kind: 'added', text: 'better' },
      { kind: 'same', text: ' socks' },
    ]);
  });

  it('of texts with nothing in common ends, and is the whole', () => {
    const before = Array.from({ length: 2_500 }, (_, index) => `a${index}`).join(' ');
    const after = Array.from({ length: 2_500 }, (_, index) => `b${index}`).join('-');
    expect(textOf(differenceOf(before, after, 'en-US'), 'added')).toBe(before);
  });
});
