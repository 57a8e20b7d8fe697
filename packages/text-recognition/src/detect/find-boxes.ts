import type { Box, Point } from '../picture.ts';
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

/**
 * Finds the lines of text in a map: connected pixels, each as the smallest box around them.
 * @returns boxes in pixels of the picture, the ones that are largest on the map first where there are too many
 */
export function findBoxes(map: TextMap, options: BoxOptions): readonly Box[] {
  const found: Box[] = [];
  for (const outline of outlinesOf(map, options.pixelThreshold * 255)) {
    const box = smallestBox(outline);
    if (Math.min(box.width, box.height) < shortEdgeMin) continue;
    if (scoreOf(map, box) < options.boxScoreThreshold) continue;
    found.push(enlarge(box, options.unclipRatio));
  }
  found.sort((a, b) => b.width * b.height - a.width * a.height);
  return found.slice(0, options.boxesMax).map((box) => ({
    x: box.x / map.scale,
    y: box.y / map.scale,
    width: box.width / map.scale,
    height: box.height / map.scale,
    angle: box.angle,
  }));
}

/** Enlarges a box as the polygon of its corners would be, by the same distance on each side. */
function enlarge(box: Box, ratio: number): Box {
  const distance = (box.width * box.height * ratio) / (2 * (box.width + box.height));
  return { ...box, width: box.width + 2 * distance, height: box.height + 2 * distance };
}

/** Returns the average probability in a box, from 0 to 1. */
function scoreOf({ width, height, values }: TextMap, box: Box): number {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const columns = Math.min(samplesMax.along, Math.ceil(box.width));
  const rows = Math.min(samplesMax.across, Math.ceil(box.height));
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    const down = ((row + 0.5) / rows - 0.5) * box.height;
    for (let column = 0; column < columns; column++) {
      const along = ((column + 0.5) / columns - 0.5) * box.width;
      const x = Math.floor(box.x + along * cos - down * sin);
      const y = Math.floor(box.y + along * sin + down * cos);
      if (x >= 0 && y >= 0 && x < width && y < height) sum += values[y * width + x] ?? 0;
    }
  }
  return sum / (rows * columns * 255);
}

/**
 * Yields of each area of connected pixels above a threshold the corners of the first and the last pixel of each row, which
 * have the same convex hull as the area.
 */
function* outlinesOf({ width, height, values }: TextMap, threshold: number): Generator<readonly Point[]> {
  const isSeen = new Uint8Array(values.length);
  const stack: number[] = [];
  const first = new Int32Array(height).fill(width);
  const last = new Int32Array(height).fill(-1);
  const visit = (place: number) => {
    if (isSeen[place] || (values[place] ?? 0) <= threshold) return;
    isSeen[place] = 1;
    stack.push(place);
  };
  for (let start = 0; start < values.length; start++) {
    visit(start);
    if (stack.length === 0) continue;
    let [top, bottom] = [height, -1];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const y = Math.floor(place / width);
      const x = place - y * width;
      if (x < (first[y] ?? 0)) first[y] = x;
      if (x > (last[y] ?? 0)) last[y] = x;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let other = Math.max(0, y - 1); other <= Math.min(height - 1, y + 1); other++) {
        const row = other * width;
        if (x > 0) visit(row + x - 1);
        visit(row + x);
        if (x + 1 < width) visit(row + x + 1);
      }
    }
    const outline: Point[] = [];
    for (let y = top; y <= bottom; y++) {
      const [left, right] = [first[y] ?? 0, (last[y] ?? 0) + 1];
      outline.push({ x: left, y }, { x: right, y }, { x: left, y: y + 1 }, { x: right, y: y + 1 });
      first[y] = width;
      last[y] = -1;
    }
    yield outline;
  }
}
