import { describe, expect, it } from 'vitest';
import type { Region } from '../picture.ts';
import { joinRegions } from './join-regions.ts';
import { at } from './line-edges.ts';

const degrees = Math.PI / 180;
const regionOf = (x: number, y: number, width: number, height: number, turned = 0): Region => ({
  box: { x, y, width, height, angle: turned * degrees },
  edges: null,
});

/** A straight part of an arc of a radius of 600 around (0, 600), between two angles from its top. */
function partOfArc(from: number, to: number, height = 60): Region {
  const middle = ((from + to) / 2) * degrees;
  const width = 2 * 600 * Math.sin(((to - from) / 2) * degrees);
  return regionOf(600 * Math.sin(middle), 600 - 600 * Math.cos(middle), width, height, (from + to) / 2);
}

describe('parts of a line that is bent', () => {
  it('are one line along the arc', () => {
    const [line, ...others] = joinRegions([partOfArc(-16, -2), partOfArc(0, 16)]);
    expect(others).toEqual([]);
    const { box, edges } = line!;
    expect(box.angle).toBeCloseTo(0, 1);
    expect(box.width).toBeGreaterThan(320);
    // In the middle it is higher than at its ends, by what an arc of 16° to both sides is.
    const middle = (along: number) => (at(edges!.top, along) + at(edges!.bottom, along)) / 2;
    expect(middle(box.width / 2) - middle(0)).toBeGreaterThan(12);
    expect(edges!.bottom[0] - edges!.top[0]).toBeCloseTo(60, -1);
  });

  it('are one line where it is seen from the side, and becomes higher', () => {
    const growing = (x: number, height: number, width: number): Region => ({
      box: { x, y: 100, width, height, angle: 0 },
      edges: { top: [-height / 2 + 10, -0.1, 0], bottom: [height / 2 - 10, 0.1, 0] },
    });
    expect(joinRegions([growing(100, 60, 100), growing(220, 84, 100)])).toHaveLength(1);
  });

  it.each([
    ['far apart', partOfArc(6, 20)],
    ['much smaller', partOfArc(0, 16, 36)],
    ['turned away', regionOf(100, 10, 160, 60, 40)],
    ['lower', regionOf(90, 45, 160, 60, 10)],
  ])('stay apart where one is %s', (_, other) => {
    expect(joinRegions([partOfArc(-16, -2), other])).toHaveLength(2);
  });
});

describe('parts of a line that is read downwards', () => {
  it('are one line as those of one that lies', () => {
    const [line, ...others] = joinRegions([regionOf(100, 100, 40, 180), regionOf(101, 300, 42, 180)]);
    expect(others).toEqual([]);
    expect(line?.box.angle).toBeCloseTo(0, 5);
    expect(line!.box.height).toBeCloseTo(380, -1);
    expect(line!.box.width).toBeLessThan(46);
  });

  it('stay apart where they are two columns, or far apart', () => {
    expect(joinRegions([regionOf(100, 100, 40, 180), regionOf(150, 300, 40, 180)])).toHaveLength(2);
    expect(joinRegions([regionOf(100, 100, 40, 180), regionOf(100, 330, 40, 180)])).toHaveLength(2);
  });
});
