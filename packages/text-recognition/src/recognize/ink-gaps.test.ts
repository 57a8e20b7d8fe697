import { describe, expect, it } from 'vitest';
import { wideGapsOf } from './ink-gaps.ts';

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
    drawn(width, strokes, noise),
    width,
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
