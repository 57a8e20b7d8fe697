import { type Box, cornersOf, type LineEdges, type Point, type Region } from '../picture.ts';
import { at, fitEdges } from './line-edges.ts';

/** Where a line begins or ends: the middle between its edges, where it points to, and its height there. */
interface LineEnd extends Point {
  /** Radians, clockwise as on a screen. */
  readonly angle: number;
  readonly thickness: number;
}

/** Parts of an arc: how far apart they are, by how much one is lower, and by how much heights differ, in times of the height. */
const max = { gap: 0.6, level: 0.3, difference: 0.35 } as const;
/** A part of an arc is taken for straight where it is short, so that it points elsewhere than its end does. */
const angleMax = (28 * Math.PI) / 180;
/** Edges are looked at in so many places of each part. */
const placesPerPart = 9;

/** Tells whether a line that is bent, or seen from the side, goes on with another region: both are told by their ends. */
export function isContinuedBent(before: Region, after: Region): boolean {
  const [end, start] = [endOf(before, 1), endOf(after, -1)];
  const thickness = Math.min(end.thickness, start.thickness);
  if (Math.abs(end.thickness - start.thickness) > max.difference * thickness) return false;
  if (Math.abs(end.angle - start.angle) > angleMax) return false;
  const angle = (end.angle + start.angle) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [start.x - end.x, start.y - end.y];
  const gap = dx * cos + dy * sin;
  const isLevel = Math.abs(dy * cos - dx * sin) <= max.level * thickness;
  return isLevel && gap <= max.gap * thickness && gap >= -thickness;
}

/** Returns the region of both parts of a bent line. */
export function togetherBent(before: Region, after: Region): Region {
  const [start, end] = [endOf(before, -1), endOf(after, 1)];
  const angle = Math.atan2(end.y - start.y, end.x - start.x);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const frame = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const inFrame = ({ x, y }: Point): Point => {
    const [dx, dy] = [x - frame.x, y - frame.y];
    return { x: dx * cos + dy * sin, y: dy * cos - dx * sin };
  };
  const sides = [before, after].flatMap((region) => edgePointsOf(region));
  const [tops, bottoms] = [sides.map(({ top }) => inFrame(top)), sides.map(({ bottom }) => inFrame(bottom))];
  const edges = fitEdges(tops, bottoms);
  const xs = [...tops, ...bottoms].map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const top = Math.min(...tops.map(({ y }) => y));
  const bottom = Math.max(...bottoms.map(({ y }) => y));
  const [along, down] = [(left + right) / 2, (top + bottom) / 2];
  const box: Box = {
    x: frame.x + along * cos - down * sin,
    y: frame.y + along * sin + down * cos,
    width: right - left,
    height: bottom - top,
    angle,
  };
  return { box, edges: moved(edges, along, down) };
}

/** Returns edges as they are from another origin. */
function moved({ top, bottom }: LineEdges, along: number, down: number): LineEdges {
  const curve = (of: LineEdges['top']): LineEdges['top'] => [
    at(of, along) - down,
    of[1] + 2 * along * of[2],
    of[2],
  ];
  return { top: curve(top), bottom: curve(bottom) };
}

/** Returns the begin (-1) or the end (1) of a line that lies. */
function endOf({ box, edges }: Region, side: -1 | 1): LineEnd {
  const along = (side * box.width) / 2;
  const [top, bottom] = edges
    ? [at(edges.top, along), at(edges.bottom, along)]
    : [-box.height / 2, box.height / 2];
  const slope = edges ? (slopeOf(edges.top, along) + slopeOf(edges.bottom, along)) / 2 : 0;
  const [cos, sin, down] = [Math.cos(box.angle), Math.sin(box.angle), (top + bottom) / 2];
  return {
    x: box.x + along * cos - down * sin,
    y: box.y + along * sin + down * cos,
    angle: box.angle + Math.atan(slope),
    thickness: bottom - top,
  };
}

const slopeOf = ([, slope, bend]: LineEdges['top'], along: number): number => slope + 2 * along * bend;

function edgePointsOf({ box, edges }: Region): readonly { readonly top: Point; readonly bottom: Point }[] {
  const [topLeft, topRight, bottomRight, bottomLeft] = cornersOf(box);
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  return Array.from({ length: placesPerPart }, (_, index) => {
    const part = index / (placesPerPart - 1);
    if (!edges)
      return { top: between(topLeft, topRight, part), bottom: between(bottomLeft, bottomRight, part) };
    const along = (part - 0.5) * box.width;
    const point = (down: number): Point => ({
      x: box.x + along * cos - down * sin,
      y: box.y + along * sin + down * cos,
    });
    return { top: point(at(edges.top, along)), bottom: point(at(edges.bottom, along)) };
  });
}

const between = (a: Point, b: Point, part: number): Point => ({
  x: a.x + part * (b.x - a.x),
  y: a.y + part * (b.y - a.y),
});
