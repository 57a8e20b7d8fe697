import { describe, expect, it } from 'vitest';
import { emptyPartsOf, inkGaps, wideGapsOf } from './ink-gaps.ts';

const height = 48;
/** Draws strokes from and to these columns, white on black, or on noise. */
function drawn(width: number, strokes: readonly (readonly [number, number])[], noise = 0): Float32Array {
  const data = new Float32Array(3 * width * height).fill(-1);
  for (let at = 0; at < data.length; at++) {
    const [row, column] = [Math.floor(at / width) % height, at % width];
    const isInked = strokes.some(([from, to]) => column >= from && column < to) && row > 8 && row < 30;
    data[at] = isInked ? 1 : -1 + ((row * 7 + column * 13) % 5) * noise;
  }
  return data;
}
const gaps = (
  width: number,
  strokes: readonly (readonly [number, number])[],
  spaces: readonly number[],
  noise = 0,
) =>
  wideGapsOf(
    emptyPartsOf(drawn(width, strokes, noise), width, { width, height }),
    { width, height },
    spaces.map((space) => space / width),
  ).map(({ from, to, isSure }) => [Math.round(from * width), Math.round(to * width), isSure] as const);

describe('the gaps of a line', () => {
  it('are wide from half of its height', () => {
    expect(
      gaps(
        200,
        [
          [0, 80],
          [110, 200],
        ],
        [95],
      ),
    ).toEqual([[80, 110, false]]);
    expect(
      gaps(
        200,
        [
          [0, 80],
          [98, 200],
        ],
        [89],
      ),
    ).toEqual([]);
  });

  it('are surely no spaces where they are far wider than those', () => {
    const strokes = [
      [0, 60],
      [74, 120],
      [156, 200],
    ] as const;
    expect(gaps(200, strokes, [67, 138])).toEqual([[120, 156, true]]);
  });

  it('are none where all words are as far apart', () => {
    expect(
      gaps(
        200,
        [
          [0, 60],
          [78, 120],
          [144, 200],
        ],
        [69, 132],
      ),
    ).toEqual([]);
  });

  it('are only where a space was read, and where the background is plain', () => {
    expect(
      gaps(
        200,
        [
          [0, 80],
          [110, 200],
        ],
        [],
      ),
    ).toEqual([]);
    expect(
      gaps(
        200,
        [
          [0, 80],
          [110, 200],
        ],
        [95],
        0.4,
      ),
    ).toEqual([]);
  });
});

describe('the gaps before characters', () => {
  const size = { width: 100, height };
  const partsOf = (strokes: readonly (readonly [number, number])[], noise = 0) =>
    emptyPartsOf(drawn(100, strokes, noise), 100, size);

  it('are the widest empty parts between their middles', () => {
    const strokes = [
      [0, 20],
      [26, 50],
      [74, 100],
    ] as const;
    const widths = inkGaps(partsOf(strokes), size, [0.1, 0.38, 0.87]);
    expect(widths).toEqual([0, 6 / height, 24 / height]);
  });

  it('are none where characters touch, or on a background that is not plain', () => {
    expect(inkGaps(partsOf([[0, 100]]), size, [0.2, 0.8])).toEqual([0, 0]);
    const strokes = [
      [0, 40],
      [60, 100],
    ] as const;
    expect(inkGaps(partsOf(strokes, 0.4), size, [0.2, 0.8])).toEqual([0, 0]);
  });
});
