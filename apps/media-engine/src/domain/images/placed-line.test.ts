import { describe, expect, it } from 'vitest';
import { passageOf, placesIn } from './placed-line.ts';

/** A line of characters that are ten pixels wide, so high as its number says. */
const line = (text: string, row: number) => ({
  text,
  characters: Array.from({ length: text.length }, (_, index) => ({
    ...{ left: 10 * index, top: 100 * row, right: 10 * index + 10, bottom: 100 * row + 20 },
  })),
});
const lines = [line('Our tea', 0), line('cures', 1), line('', 2), line('gout now', 3)];
const places = (words: string) => {
  const start = passageOf(lines).indexOf(words);
  return placesIn(lines, start, start + words.length).map(({ left, top, right, bottom }) =>
    [left, top, right, bottom].join(' '),
  );
};

describe('the place of words', () => {
  it('is around their characters, of a part of a line', () => {
    expect(places('tea')).toEqual(['40 0 70 20']);
    expect(places('gout')).toEqual(['0 300 40 320']);
  });

  it('is one on each line that they are on', () => {
    expect(places('tea\ncures\n\ngout')).toEqual(['40 0 70 20', '0 100 50 120', '0 300 40 320']);
  });

  it('leaves out spaces at both ends, and lines without words', () => {
    expect(places(' tea\n')).toEqual(['40 0 70 20']);
    expect(places('\n\n')).toEqual([]);
  });

  it('is none of what lies outside', () => {
    expect(placesIn(lines, 100, 120)).toEqual([]);
    expect(placesIn(lines, 5, 5)).toEqual([]);
    expect(placesIn([{ text: 'abc', characters: [] }], 0, 3)).toEqual([]);
  });
});
