import { describe, expect, it } from 'vitest';
import { extentOfBox, inReadingOrder } from './reading-order.ts';

type Named = readonly [
  name: string,
  left: number,
  top: number,
  width: number,
  height: number,
  angle?: number,
];
const order = (lines: readonly Named[]) =>
  inReadingOrder(lines, ([, left, top, width, height, angle = 0]) =>
    extentOfBox({ x: left + width / 2, y: top + height / 2, width, height, angle }),
  )
    .map(([name]) => name)
    .join(' ');

describe('the order of reading', () => {
  it('is from top to bottom, and from left to right in a row', () => {
    expect(
      order([
        ['c', 300, 52, 80, 20],
        ['a', 0, 0, 400, 30],
        ['b', 0, 50, 290, 24],
        ['d', 0, 76, 400, 20],
      ]),
    ).toBe('a b c d');
  });

  it('finishes a column of text before the next one, below a title over both', () => {
    const column = (name: string, left: number) =>
      [0, 1, 2].map((row): Named => [`${name}${row}`, left, 100 + row * 26, 180, 20]);
    expect(order([...column('b', 260), ...column('a', 0), ['title', 0, 0, 440, 40]])).toBe(
      'title a0 a1 a2 b0 b1 b2',
    );
  });

  it('reads columns of characters from right to left', () => {
    expect(
      order([
        ['second', 60, 0, 20, 200],
        ['third', 20, 0, 20, 180],
        ['first', 100, 0, 20, 220],
      ]),
    ).toBe('first second third');
  });

  it('keeps turned lines of one block together', () => {
    const turned = [0, 1, 2].map((row): Named => [`${row}`, 10 - row * 6, row * 30, 300, 20, 0.2]);
    expect(order([...turned].reverse())).toBe('0 1 2');
  });

  it('ends for any number of lines at one place', () => {
    const same = Array.from({ length: 300 }, (_, index): Named => [`${index}`, 0, 0, 10, 10]);
    expect(order(same).split(' ')).toHaveLength(300);
  });
});
