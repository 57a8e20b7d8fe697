import type { Box, Point } from '../picture.ts';

/** Returns the corners of the smallest convex shape around points, in order (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && turnOf(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

const turnOf = (a: Point, b: Point, c: Point): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Returns the box of the smallest area around points: one of its sides lies on a side of their convex hull. */
export function smallestBox(points: readonly Point[]): Box {
  const hull = convexHull(points);
  let best: Box | null = null;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const box = boxAlong(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (!best || box.width * box.height < best.width * best.height) best = box;
  }
  if (!best) throw new RangeError('a box needs a point');
  return best;
}

const quarter = Math.PI / 2;

/** Returns the box around points with sides along an angle, and across. */
function boxAlong(points: readonly Point[], direction: number): Box {
  const angle = direction - Math.round(direction / quarter) * quarter;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const [along, down] = [x * cos + y * sin, y * cos - x * sin];
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const [along, down] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * cos - down * sin,
    y: along * sin + down * cos,
    width: right - left,
    height: bottom - top,
    angle,
  };
}
