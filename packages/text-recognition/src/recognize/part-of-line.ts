import { at } from '../detect/line-edges.ts';
import type { Point, Rectangle, Region } from '../picture.ts';
import type { Quarters } from './straighten.ts';

/** Points that are looked at along an edge: a part of a line that is bent is deepest between its ends. */
const pointsAlong = 3;

/**
 * Returns the upright rectangle around each UTF-16 unit of a line. A character begins half-way from the one before it,
 * the first one where the line begins.
 * @param middles for each unit, where the middle of its character is in the line: from 0 to 1, never falling; the units
 *   of one character have the same
 */
export function charactersOf(
  region: Region,
  quarters: Quarters,
  middles: readonly number[],
): readonly Rectangle[] {
  const distinct = middles.filter((middle, index) => middle !== middles[index - 1]);
  const begins = distinct.map((middle, index) =>
    index === 0 ? 0 : (middle + (distinct[index - 1] ?? 0)) / 2,
  );
  const rectangles = distinct.map((_, index) =>
    partOfLine(region, quarters, begins[index] ?? 0, begins[index + 1] ?? 1),
  );
  let place = -1;
  return middles.flatMap((middle, index) => {
    if (middle !== middles[index - 1]) place++;
    return rectangles[place] ?? [];
  });
}

/**
 * Returns the upright rectangle around a part of a line.
 * @param from where it begins, from 0 (where the line is begun to be read) to 1
 * @param to where it ends
 */
export function partOfLine(region: Region, quarters: Quarters, from: number, to: number): Rectangle {
  const points = Array.from(
    { length: pointsAlong },
    (_, index) => from + (index / (pointsAlong - 1)) * (to - from),
  );
  return around(points.flatMap((along) => acrossLine(region, quarters, along)));
}

/** Returns the points of a line on its upper and its lower edge, as it is straightened (`straighten`). */
function acrossLine({ box, edges }: Region, quarters: Quarters, part: number): readonly [Point, Point] {
  const angle = box.angle + (quarters * Math.PI) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const isLying = quarters % 2 === 0;
  const [length, thickness] = isLying ? [box.width, box.height] : [box.height, box.width];
  const along = (part - 0.5) * length;
  const way = quarters === 2 ? -1 : 1;
  const [top, bottom] =
    isLying && edges
      ? [at(edges.top, along * way) * way, at(edges.bottom, along * way) * way]
      : [-thickness / 2, thickness / 2];
  const point = (down: number): Point => ({
    x: box.x + along * cos - down * sin,
    y: box.y + along * sin + down * cos,
  });
  return [point(top), point(bottom)];
}

function around(points: readonly Point[]): Rectangle {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
