import { describe, expect, it } from 'vitest';
import { cutColumns, type WideLine } from './cut-columns.ts';

/** A line of characters that are twenty pixels wide; a bar stands for a wide gap of a space, an `=` for a sure one. */
function lineOf(words: string, left: number, top: number): WideLine {
  const width = 20 * words.length;
  const characters = Array.from(words, (_, at) => ({
    ...{ left: left + 20 * at, top, right: left + 20 * at + 20, bottom: top + 30 },
  }));
  return {
    text: words.replace(/[|=]/g, ' '),
    box: { x: left + width / 2, y: top + 15, width, height: 30, angle: 0 },
    quarters: 0,
    characters,
    middles: characters.map((_, at) => (at + 0.5) / words.length),
    wideGaps: Array.from(words.matchAll(/[|=]/g), ({ index, 0: sign }) => ({
      ...{ from: index / words.length, to: (index + 1) / words.length, isSure: sign === '=' },
    })),
  };
}
const textsOf = (...lines: readonly WideLine[]) => cutColumns(lines).map(({ text }) => text);

describe('a line that was read over a wide gap', () => {
  it('is cut where the row below stands in the same columns, whether that was read as one or as two', () => {
    expect(textsOf(lineOf('Cures|Lupus', 0, 0), lineOf('Paint|walk', 0, 36))).toEqual([
      'Cures',
      'Lupus',
      'Paint',
      'walk',
    ]);
    expect(textsOf(lineOf('Cures|Lupus', 0, 0), lineOf('Paint', 0, 36), lineOf('walk', 120, 36))).toEqual([
      'Cures',
      'Lupus',
      'Paint',
      'walk',
    ]);
  });

  it('stays whole where no other row has columns there', () => {
    expect(textsOf(lineOf('Cures|lupus', 0, 0), lineOf('with one herb', 0, 36))).toHaveLength(2);
    expect(textsOf(lineOf('Cures|lupus', 0, 0), lineOf('Paint|walk', 0, 120))).toHaveLength(2);
  });

  it('stays whole where the row below has a gap elsewhere, though both begin and end alike', () => {
    expect(textsOf(lineOf('Bird|feeders', 0, 0), lineOf('Easy to|fill', 0, 36))).toHaveLength(2);
  });

  it('is cut at a gap that is far wider than its spaces', () => {
    expect(textsOf(lineOf('Guaranteed=Eczema care', 0, 0))).toEqual(['Guaranteed', 'Eczema care']);
  });

  it('keeps the places of its characters', () => {
    const [, second] = cutColumns([lineOf('Ab=cd', 100, 0)]);
    expect(second?.characters.map(({ left }) => left)).toEqual([160, 180]);
    expect(second?.box).toMatchObject({ x: 180, width: 40 });
  });
});
