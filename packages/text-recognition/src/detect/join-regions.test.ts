import { describe, expect, it } from 'vitest';
import type { Region } from '../picture.ts';
import { joinRegions } from './join-regions.ts';

const regionOf = (x: number, y: number, width: number, height: number, angle = 0): Region => ({
  box: { x, y, width, height, angle },
  edges: null,
});

describe('parts of a line', () => {
  it('are one line, whose box is around both, however many there are', () => {
    const parts = [regionOf(300, 101, 180, 42), regionOf(100, 100, 180, 40), regionOf(480, 100, 150, 41)];
    const [line, ...others] = joinRegions(parts);
    expect(others).toEqual([]);
    expect(line?.box).toMatchObject({ x: 282.5, width: 545, angle: 0 });
    expect(line?.box.height).toBeGreaterThanOrEqual(42);
  });

  it('are one line where it is turned', () => {
    const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)];
    const [line, ...others] = joinRegions([
      regionOf(100, 100, 180, 40, 0.3),
      regionOf(100 + 190 * cos, 100 + 190 * sin, 180, 40, 0.31),
    ]);
    expect(others).toEqual([]);
    expect(line?.box.width).toBeCloseTo(370, -1);
    expect(line?.box.height).toBeLessThan(50);
  });

  it('are one line where one is lower, as a word without ascenders is, or a short one turned by its letters', () => {
    expect(joinRegions([regionOf(100, 100, 180, 70), regionOf(235, 104, 50, 45, 0.09)])).toHaveLength(1);
  });

  it('stay apart where they are known to be', () => {
    const parts = [regionOf(100, 100, 180, 40), regionOf(300, 101, 180, 42)];
    expect(joinRegions(parts, () => true)).toHaveLength(2);
  });

  it.each([
    ['far apart', regionOf(320, 100, 180, 40)],
    ['of another height', regionOf(290, 100, 180, 75)],
    ['lower', regionOf(290, 120, 180, 40)],
    ['turned otherwise', regionOf(290, 100, 180, 40, 0.2)],
    ['a column', regionOf(210, 100, 40, 180)],
  ])('stay apart where one is %s', (_, other) => {
    expect(joinRegions([regionOf(100, 100, 180, 40), other])).toHaveLength(2);
  });
});
