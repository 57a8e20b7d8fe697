import { type Box, cornersOf, type Rectangle } from '../picture.ts';

/** Where something to read is: a line, or a block of lines. */
export interface Extent extends Rectangle {
  /** Height of its characters. */
  readonly size: number;
  readonly angle: number;
  /** Whether it is read downwards. */
  readonly isColumn: boolean;
}

interface Placed<T> extends Extent {
  readonly item: T;
}

/** A gap between parts of a page is larger than this, in heights of the characters beside it. */
const gapMin = 0.9;
/** Parts are cut so often at most. */
const depthMax = 40;

/**
 * Orders lines, or blocks of them, as a reader would: parts of a page that a gap separates one after the other, from top
 * to bottom and then from left to right; columns of characters from right to left.
 * @param extentOf returns where one is
 */
export function inReadingOrder<T>(items: readonly T[], extentOf: (item: T) => Extent): readonly T[] {
  return ordered(
    items.map((item) => ({ item, ...extentOf(item) })),
    depthMax,
  ).map(({ item }) => item);
}

/** Returns where the line in a box is. */
export function extentOfBox(box: Box): Extent {
  const corners = cornersOf(box);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    size: Math.min(box.width, box.height),
    angle: box.angle,
    isColumn: box.height > 1.5 * box.width,
  };
}

/** Returns where the lines of a block are, one at least. */
export function extentOfBlock(boxes: readonly Box[]): Extent {
  const extents = boxes.map(extentOfBox);
  const [first = extentOfBox({ x: 0, y: 0, width: 0, height: 0, angle: 0 }), ...others] = extents;
  return {
    left: Math.min(...extents.map(({ left }) => left)),
    right: Math.max(...extents.map(({ right }) => right)),
    top: Math.min(...extents.map(({ top }) => top)),
    bottom: Math.max(...extents.map(({ bottom }) => bottom)),
    size: others.reduce((sum, { size }) => Math.min(sum, size), first.size),
    angle: first.angle,
    isColumn: extents.every(({ isColumn }) => isColumn),
  };
}

function ordered<T>(lines: readonly Placed<T>[], depth: number): readonly Placed<T>[] {
  if (lines.length < 2) return lines;
  const down = largestGap(lines, 'top', 'bottom');
  const across = largestGap(lines, 'left', 'right');
  if (depth > 0 && (down || across)) {
    const byColumns = across && (!down || across.ratio > down.ratio);
    const gap = byColumns ? across : down!;
    const [before, after] = byColumns
      ? [lines.filter(({ right }) => right <= gap.at), lines.filter(({ right }) => right > gap.at)]
      : [lines.filter(({ bottom }) => bottom <= gap.at), lines.filter(({ bottom }) => bottom > gap.at)];
    const parts = [ordered(before, depth - 1), ordered(after, depth - 1)] as const;
    // Columns of characters are read from right to left.
    const isReversed = byColumns && lines.every(({ isColumn }) => isColumn);
    return isReversed ? [...parts[1], ...parts[0]] : [...parts[0], ...parts[1]];
  }
  return lines.every(({ isColumn }) => isColumn) ? columns(lines) : rows(lines);
}

/** Returns the largest gap that no line crosses, measured in the size of characters; null if there is none. */
function largestGap<T>(
  lines: readonly Placed<T>[],
  from: 'left' | 'top',
  to: 'right' | 'bottom',
): { readonly at: number; readonly ratio: number } | null {
  const sorted = [...lines].sort((a, b) => a[from] - b[from]);
  let best: { at: number; ratio: number } | null = null;
  let [end, size] = [-Infinity, 0];
  for (const line of sorted) {
    const ratio = (line[from] - end) / Math.max(1, Math.min(line.size, size || line.size));
    if (end > -Infinity && ratio > gapMin && ratio > (best?.ratio ?? 0)) best = { at: end, ratio };
    if (line[to] > end) size = line.size;
    end = Math.max(end, line[to]);
  }
  return best;
}

/** Orders lines that stand close: by rows as the lines are turned, and from left to right where they are side by side. */
function rows<T>(lines: readonly Placed<T>[]): readonly Placed<T>[] {
  const angle = lines.reduce((sum, line) => sum + line.angle, 0) / lines.length;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed = lines.map((line) => {
    const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
    return { line, along: x * cos + y * sin, down: y * cos - x * sin };
  });
  const found: (typeof placed)[] = [];
  for (const one of placed.sort((a, b) => a.down - b.down)) {
    const row = found.at(-1);
    const beside = row?.[0];
    if (row && beside && one.down - beside.down < beside.line.size / 2) row.push(one);
    else found.push([one]);
  }
  return found.flatMap((row) => row.sort((a, b) => a.along - b.along).map(({ line }) => line));
}

const columns = <T>(lines: readonly Placed<T>[]): readonly Placed<T>[] =>
  [...lines].sort((a, b) => b.left + b.right - (a.left + a.right));
