import { type Box, cornersOf, type Picture, type Point } from './picture.ts';

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** So many points are looked at on each side of a box. */
const pointsPerSide = 12;
/** They are so far outside of it, in times of its height: the box of a short word is narrow. */
const margin = 0.15;
/** Colours that are further apart are of different papers; shades of a photograph are nearer. */
const distanceMax = 100;

/** Returns the colour that a line stands on: the median around its box. */
export function paperOf({ width, height, rgb }: Picture, box: Box): Colour {
  const wider = 2 * margin * Math.min(box.width, box.height);
  const corners = cornersOf({ ...box, width: box.width + wider, height: box.height + wider });
  const points = corners.flatMap((from, side) => alongSide(from, corners[(side + 1) % corners.length]!));
  const places = points.map(({ x, y }) => {
    const [column, row] = [clamp(Math.floor(x), width - 1), clamp(Math.floor(y), height - 1)];
    return 3 * (row * width + column);
  });
  const median = (channel: number): number =>
    places.map((place) => rgb[place + channel]!).sort((a, b) => a - b)[places.length >> 1]!;
  return [median(0), median(1), median(2)];
}

function alongSide(from: Point, to: Point): readonly Point[] {
  return Array.from({ length: pointsPerSide }, (_, index) => {
    const part = index / pointsPerSide;
    return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
  });
}

/** Tells whether two colours are of different papers: a sticker and what it is stuck on. */
export const apartOf = (a: Colour, b: Colour): boolean =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > distanceMax;

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
