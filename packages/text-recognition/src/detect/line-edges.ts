import type { Box, Curve, LineEdges, Point } from '../picture.ts';
import type { Component } from './components.ts';

/** Edges are fitted to the middle of a line: at its ends the map is rounded. */
const endsLeftOut = 0.04;
/** A line that is shorter, in times of its height, has no bend that can be told from its letters. */
const lengthMin = 2.5;

/**
 * Fits the upper and the lower edge of a line to its pixels: a curve each, for text that is bent or seen from the side.
 * @param box around the pixels, with its length along the line
 * @param mapWidth width of the map
 * @returns edges in the frame of the box; null for a line that is too short, or not one that lies
 */
export function edgesOf(component: Component, box: Box, mapWidth: number): LineEdges | null {
  if (box.width < lengthMin * box.height * 0.5 || box.width < 12) return null;
  const bins = Math.ceil(box.width);
  const top = new Float64Array(bins).fill(Infinity);
  const bottom = new Float64Array(bins).fill(-Infinity);
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  for (const place of component) {
    const y = Math.floor(place / mapWidth);
    const [dx, dy] = [place - y * mapWidth + 0.5 - box.x, y + 0.5 - box.y];
    const bin = Math.floor(dx * cos + dy * sin + box.width / 2);
    if (bin < 0 || bin >= bins) continue;
    const down = dy * cos - dx * sin;
    if (down < (top[bin] ?? 0)) top[bin] = down;
    if (down > (bottom[bin] ?? 0)) bottom[bin] = down;
  }
  const skipped = Math.ceil(bins * endsLeftOut) + 1;
  const points: [along: number, top: number, bottom: number][] = [];
  for (let bin = skipped; bin < bins - skipped; bin++) {
    const [upper, lower] = [top[bin] ?? 0, bottom[bin] ?? 0];
    if (upper <= lower) points.push([bin + 0.5 - box.width / 2, upper - 0.5, lower + 0.5]);
  }
  if (points.length < 8) return null;
  const edges: LineEdges = {
    top: fit(points.map(([along, upper]) => [along, upper])),
    bottom: fit(points.map(([along, , lower]) => [along, lower])),
  };
  const half = box.width / 2;
  const isPlain = [-half, 0, half].every((along) => at(edges.bottom, along) - at(edges.top, along) >= 2);
  return isPlain && box.width >= lengthMin * thicknessOf(edges) ? edges : null;
}

/** Fits edges to points on them. */
export const fitEdges = (tops: readonly Point[], bottoms: readonly Point[]): LineEdges => ({
  top: fit(tops.map(({ x, y }) => [x, y])),
  bottom: fit(bottoms.map(({ x, y }) => [x, y])),
});

/** Returns the value of a curve. */
export const at = ([constant, slope, bend]: Curve, along: number): number =>
  constant + along * (slope + along * bend);

/** Returns the height of a line in its middle. */
const thicknessOf = ({ top, bottom }: LineEdges): number => bottom[0] - top[0];

/** Fits a parabola by least squares. */
function fit(points: readonly (readonly [number, number])[]): Curve {
  // Sums of powers, of values scaled to about 1 so that none is large.
  const scale = Math.max(1, ...points.map(([along]) => Math.abs(along)));
  const [s, t] = [new Float64Array(5), new Float64Array(3)];
  for (const [along, value] of points) {
    const x = along / scale;
    let power = 1;
    for (let degree = 0; degree < 5; degree++) {
      s[degree]! += power;
      if (degree < 3) t[degree]! += power * value;
      power *= x;
    }
  }
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = s;
  const [t0 = 0, t1 = 0, t2 = 0] = t;
  const determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2);
  if (Math.abs(determinant) < 1e-9) return [t0 / Math.max(1, s0), 0, 0];
  const constant = t0 * (s2 * s4 - s3 * s3) - s1 * (t1 * s4 - t2 * s3) + s2 * (t1 * s3 - t2 * s2);
  const slope = s0 * (t1 * s4 - t2 * s3) - t0 * (s1 * s4 - s2 * s3) + s2 * (s1 * t2 - s2 * t1);
  const bend = s0 * (s2 * t2 - s3 * t1) - s1 * (s1 * t2 - s2 * t1) + t0 * (s1 * s3 - s2 * s2);
  return [constant / determinant, slope / determinant / scale, bend / determinant / (scale * scale)];
}
