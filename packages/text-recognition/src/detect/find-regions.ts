import type { Box, Curve, LineEdges, Point, Region } from '../picture.ts';
import { type Component, componentsOf } from './components.ts';
import { at, edgesOf } from './line-edges.ts';
import { smallestBox } from './smallest-box.ts';
import type { TextMap } from './text-map.ts';

/** How lines are found in a map of text. */
export interface BoxOptions {
  /** Pixels above it belong to a line, from 0 to 1. */
  readonly pixelThreshold: number;
  /** Boxes whose pixels are below it on average are dropped, from 0 to 1. */
  readonly boxScoreThreshold: number;
  /** The detector marks the middle of a line only; a box is enlarged by its area times this, over its circumference. */
  readonly unclipRatio: number;
  /** A picture of noise has thousands of boxes; a page of text never does. */
  readonly boxesMax: number;
}

/** In pixels of the map: what is smaller is noise. */
const shortEdgeMin = 3;
/** So many pixels of a box are looked at, along and across, at most. */
const samplesMax = { along: 256, across: 48 };

/** An edge that differs by less from the side of the box, in times of the height of the line, counts as straight. */
const straightMax = 0.18;

/**
 * Finds the lines of text in a map: connected pixels, each in the smallest box around them.
 * @returns regions in pixels of the picture, the largest ones first, and whether these are all
 */
export function findRegions(
  map: TextMap,
  options: BoxOptions,
): { readonly regions: readonly Region[]; readonly isComplete: boolean } {
  const found: Region[] = [];
  for (const component of componentsOf(map, options.pixelThreshold * 255)) {
    const box = smallestBox(outlineOf(component, map.width));
    if (Math.min(box.width, box.height) < shortEdgeMin) continue;
    const fitted = edgesOf(component, box, map.width);
    const edges = fitted && isBent(box, fitted) ? fitted : null;
    if (scoreOf(map, { box, edges }) < options.boxScoreThreshold) continue;
    found.push(scaled(enlarge({ box, edges }, options.unclipRatio), 1 / map.scale));
  }
  found.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  return { regions: found.slice(0, options.boxesMax), isComplete: found.length <= options.boxesMax };
}

/** Returns the corners of the first and the last pixel of each row: the convex hull of all pixels is theirs. */
function outlineOf(component: Component, width: number): readonly Point[] {
  const rows = new Map<number, { left: number; right: number }>();
  for (const place of component) {
    const y = Math.floor(place / width);
    const x = place - y * width;
    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
  }
  return [...rows].flatMap(([y, { left, right }]) => [
    { x: left, y },
    { x: right + 1, y },
    { x: left, y: y + 1 },
    { x: right + 1, y: y + 1 },
  ]);
}

/** Tells whether a line is not simply the content of its box. */
function isBent(box: Box, { top, bottom }: LineEdges): boolean {
  const half = box.width / 2;
  const thickness = bottom[0] - top[0];
  return [-half, 0, half].some(
    (along) =>
      Math.abs(at(top, along) + box.height / 2) > straightMax * thickness ||
      Math.abs(at(bottom, along) - box.height / 2) > straightMax * thickness,
  );
}

/** Enlarges a region by the same distance on each side. */
function enlarge({ box, edges }: Region, ratio: number): Region {
  const height = edges ? edges.bottom[0] - edges.top[0] : box.height;
  const distance = (box.width * height * ratio) / (2 * (box.width + height));
  return {
    box: { ...box, width: box.width + 2 * distance, height: box.height + 2 * distance },
    edges: edges && { top: lowered(edges.top, -distance), bottom: lowered(edges.bottom, distance) },
  };
}

const lowered = ([constant, slope, bend]: Curve, by: number): Curve => [constant + by, slope, bend];

function scaled({ box, edges }: Region, by: number): Region {
  const curve = ([constant, slope, bend]: Curve): Curve => [constant * by, slope, bend / by];
  const { x, y, width, height, angle } = box;
  return {
    box: { x: x * by, y: y * by, width: width * by, height: height * by, angle },
    edges: edges && { top: curve(edges.top), bottom: curve(edges.bottom) },
  };
}

/** Returns the average probability in a region, from 0 to 1. */
function scoreOf({ width, height, values }: TextMap, { box, edges }: Region): number {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const columns = Math.min(samplesMax.along, Math.ceil(box.width));
  const rows = Math.min(samplesMax.across, Math.ceil(box.height));
  let sum = 0;
  for (let column = 0; column < columns; column++) {
    const along = ((column + 0.5) / columns - 0.5) * box.width;
    const top = edges ? at(edges.top, along) : -box.height / 2;
    const bottom = edges ? at(edges.bottom, along) : box.height / 2;
    for (let row = 0; row < rows; row++) {
      const down = top + ((row + 0.5) / rows) * (bottom - top);
      const x = Math.floor(box.x + along * cos - down * sin);
      const y = Math.floor(box.y + along * sin + down * cos);
      if (x >= 0 && y >= 0 && x < width && y < height) sum += values[y * width + x] ?? 0;
    }
  }
  return sum / (rows * columns * 255);
}
