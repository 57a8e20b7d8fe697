import { describe, expect, it } from 'vitest';
import { blocksOf, type ReadLine } from './blocks.ts';

const white = [255, 255, 255] as const;
type Drawn = readonly [left: number, top: number, width: number, height: number, more?: Partial<ReadLine>];
const lineOf = ([left, top, width, height, more]: Drawn): ReadLine => ({
  box: { x: left + width / 2, y: top + height / 2, width, height, angle: 0 },
  quarters: 0,
  paper: white,
  ...more,
});
/** Returns the blocks, each as the places of its lines in the input. */
const blocks = (...lines: readonly Drawn[]) =>
  blocksOf(lines.map(lineOf))
    .map((block) => block.join(' '))
    .toSorted();

describe('lines of a picture', () => {
  it('are one block as a headline over two lines, to the left or centred', () => {
    expect(blocks([40, 40, 400, 60], [40, 115, 300, 60])).toEqual(['0 1']);
    expect(blocks([140, 115, 200, 60], [40, 40, 400, 60])).toEqual(['1 0']);
  });

  it('are one block where a headline goes on in smaller letters, near enough', () => {
    expect(blocks([40, 40, 400, 100], [40, 190, 300, 55])).toEqual(['0 1']);
    expect(blocks([40, 40, 400, 100], [40, 230, 300, 55])).toEqual(['0', '1']);
  });

  it('are blocks of their own in columns side by side', () => {
    expect(blocks([40, 40, 200, 30], [270, 40, 200, 30], [40, 76, 150, 30], [270, 76, 190, 30])).toEqual([
      '0 2',
      '1 3',
    ]);
  });

  it('belong to no column as a heading over several', () => {
    expect(blocks([40, 40, 430, 34], [40, 80, 200, 30], [270, 80, 200, 30])).toEqual(['0', '1', '2']);
  });

  it.each([
    ['footnote', [40, 110, 300, 20] as const],
    ['line that is far below', [40, 150, 300, 60] as const],
    ['line on a sticker', [40, 115, 300, 60, { paper: [220, 30, 40] }] as const],
    ['line that is turned', [40, 115, 300, 60, { quarters: 1 }] as const],
    ['larger line at some distance', [40, 150, 500, 100] as const],
  ])('are apart: a headline and a %s', (_, other) => {
    expect(blocks([40, 40, 400, 60], other)).toEqual(['0', '1']);
  });

  it('are one block as columns of characters, from right to left', () => {
    expect(blocks([60, 40, 40, 300, { quarters: 1 }], [110, 40, 40, 300, { quarters: 1 }])).toEqual(['1 0']);
  });

  it('are one block where they are turned on their head, or by some degrees', () => {
    expect(blocks([40, 115, 300, 60, { quarters: 2 }], [40, 40, 300, 60, { quarters: 2 }])).toEqual(['0 1']);
    const turned = (x: number, y: number): ReadLine => ({
      ...{ box: { x, y, width: 300, height: 40, angle: 0.25 }, quarters: 0, paper: white },
    });
    expect(blocksOf([turned(200, 200), turned(188, 248)])).toEqual([[0, 1]]);
  });
});
