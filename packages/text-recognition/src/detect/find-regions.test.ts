import { describe, expect, it } from 'vitest';
import { type BoxOptions, findRegions } from './find-regions.ts';
import { at } from './line-edges.ts';
import { smallestBox } from './smallest-box.ts';
import type { TextMap } from './text-map.ts';

const options: BoxOptions = { pixelThreshold: 0.3, boxScoreThreshold: 0.4, unclipRatio: 1.8, boxesMax: 300 };

const findBoxes = (map: TextMap, options: BoxOptions) =>
  findRegions(map, options).regions.map(({ box }) => box);

/** A map of bars: each with its centre, size, angle and probability. */
function mapOf(
  bars: readonly (readonly [
    x: number,
    y: number,
    width: number,
    height: number,
    angle: number,
    value: number,
  ])[],
): TextMap {
  const [width, height] = [300, 200];
  const values = new Uint8Array(width * height);
  for (const [x, y, long, thick, angle, value] of bars) {
    for (let at = 0; at < values.length; at++) {
      const [dx, dy] = [(at % width) + 0.5 - x, Math.floor(at / width) + 0.5 - y];
      const [along, down] = [
        dx * Math.cos(angle) + dy * Math.sin(angle),
        dy * Math.cos(angle) - dx * Math.sin(angle),
      ];
      if (Math.abs(along) <= long / 2 && Math.abs(down) <= thick / 2) values[at] = value;
    }
  }
  return { width, height, scale: 0.5, values };
}

describe('boxes in a map of text', () => {
  it('are found in pixels of the picture, enlarged', () => {
    const [box, ...others] = findBoxes(mapOf([[150, 100, 120, 10, 0, 255]]), options);
    expect(others).toEqual([]);
    const enlarged = (2 * (120 * 10 * 1.8)) / (2 * (120 + 10));
    expect(box?.x).toBeCloseTo(300, 0);
    expect(box?.y).toBeCloseTo(200, 0);
    expect(box?.width).toBeCloseTo((120 + enlarged) / 0.5, 0);
    expect(box?.height).toBeCloseTo((10 + enlarged) / 0.5, 0);
  });

  it.each([-40, -20, 10, 40])('are turned as their line is, by %i°', (degrees) => {
    const [box] = findBoxes(mapOf([[150, 100, 140, 12, (degrees * Math.PI) / 180, 255]]), options);
    expect(((box?.angle ?? 0) * 180) / Math.PI).toBeCloseTo(degrees, -0.5);
  });

  it('of a column are taller than wide', () => {
    const [box] = findBoxes(mapOf([[150, 100, 12, 140, 0, 255]]), options);
    expect(box!.height / box!.width).toBeGreaterThan(4);
  });

  it('leave out specks and what is hardly text', () => {
    const specks = [
      [20, 20, 2, 2, 0, 255],
      [100, 100, 80, 10, 0, 90],
    ] as const;
    expect(findBoxes(mapOf(specks), options)).toEqual([]);
  });

  it('are no more than they may be, the largest ones', () => {
    const bars = [
      [60, 50, 60, 8, 0, 255],
      [200, 50, 90, 8, 0, 255],
      [60, 150, 40, 8, 0, 255],
    ] as const;
    const found = findBoxes(mapOf(bars), { ...options, boxesMax: 2 });
    expect(findRegions(mapOf(bars), { ...options, boxesMax: 2 }).isComplete).toBe(false);
    expect(found.map(({ x }) => Math.round(x / 100))).toEqual([4, 1]);
  });
});

describe('the edges of a line', () => {
  /** A map of one line, whose middle and height are told for each column. */
  const lineOf = (middle: (x: number) => number, height: (x: number) => number): TextMap => {
    const [width, mapHeight] = [300, 200];
    const values = new Uint8Array(width * mapHeight);
    for (let x = 40; x < 260; x++)
      for (let y = 0; y < mapHeight; y++)
        if (Math.abs(y + 0.5 - middle(x)) < height(x) / 2) values[y * width + x] = 255;
    return { width, height: mapHeight, scale: 1, values };
  };
  const found = (map: TextMap) => findRegions(map, options).regions[0];

  it('are those of its box where it is straight', () => {
    expect(
      found(
        lineOf(
          () => 100,
          () => 14,
        ),
      ),
    ).toMatchObject({ edges: null });
  });

  it('follow a line that is bent', () => {
    const region = found(
      lineOf(
        (x) => 100 + ((x - 150) * (x - 150)) / 300,
        () => 14,
      ),
    );
    const { box, edges } = region ?? {};
    expect(box?.width).toBeGreaterThan(200);
    for (const along of [-90, -45, 0, 45, 90]) {
      const middle = (at(edges!.top, along) + at(edges!.bottom, along)) / 2;
      expect(box!.y + middle).toBeCloseTo(100 + (along * along) / 300, -0.5);
    }
  });

  it('come together where it is seen from the side', () => {
    const { edges } =
      found(
        lineOf(
          () => 100,
          (x) => 30 - (x - 40) / 11,
        ),
      ) ?? {};
    const heightAt = (along: number) => at(edges!.bottom, along) - at(edges!.top, along);
    expect(heightAt(-90) - heightAt(90)).toBeCloseTo(180 / 11, -1);
  });
});

describe('the smallest box', () => {
  it('is around all points, with one side along their hull', () => {
    const box = smallestBox([
      { x: 0, y: 0 },
      { x: 4, y: 4 },
      { x: 2, y: 6 },
      { x: -2, y: 2 },
      { x: 1, y: 3 },
    ]);
    expect(box.width * box.height).toBeCloseTo(16, 6);
    expect([box.x, box.y].map((value) => Math.round(value * 10) / 10)).toEqual([1, 3]);
  });

  it('of one point is that point', () => {
    expect(smallestBox([{ x: 3, y: 5 }])).toMatchObject({ width: 0, height: 0 });
  });
});
