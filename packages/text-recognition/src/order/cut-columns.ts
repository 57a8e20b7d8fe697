import type { Box, Rectangle } from '../picture.ts';
import type { Gap } from '../recognize/ink-gaps.ts';
import type { Quarters } from '../recognize/straighten.ts';

/** A line that may go through several columns of text. */
export interface WideLine {
  readonly text: string;
  readonly box: Box;
  readonly quarters: Quarters;
  readonly characters: readonly Rectangle[];
  /** For each UTF-16 unit of the text, where in the line the middle of its character is, from 0 to 1. */
  readonly middles: readonly number[];
  readonly wideGaps: readonly Gap[];
}

/**
 * Rows of one column: by how much they differ in height, how far apart they are, and by how much their edges or middles
 * differ at most, in times of their height.
 */
const columnMax = { height: 0.35, row: 1.9, edge: 0.4 };
const rowMin = 0.5;

/**
 * Cuts lines that go through columns of text. A wide gap alone may be a space: it is one between columns if it is much
 * wider than the spaces of its line, or if in a row above or below two texts stand side by side as both its sides do.
 */
export function cutColumns<T extends WideLine>(lines: readonly T[]): readonly T[] {
  const parts = lines.map((line) => partsOf(line));
  const boxes = parts.flat().map(({ box }) => box);
  return lines.flatMap((line, index) => {
    const cuts = line.wideGaps.filter(
      ({ isSure }, gap) =>
        isSure || areInColumns(parts[index]![gap]!.box, parts[index]![gap + 1]!.box, boxes),
    );
    return cuts.length === 0 ? line : partsOf({ ...line, wideGaps: cuts });
  });
}

/** Returns the parts of a line between its wide gaps. */
function partsOf<T extends WideLine>(line: T): readonly T[] {
  if (line.quarters !== 0 || line.wideGaps.length === 0) return [{ ...line, wideGaps: [] }];
  const begins = [0, ...line.wideGaps.map(({ to }) => to)];
  const ends = [...line.wideGaps.map(({ from }) => from), 1];
  return begins.map((from, index) => partOf(line, from, ends[index] ?? 1, begins[index + 1] ?? Infinity));
}

function partOf<T extends WideLine>(line: T, from: number, to: number, next: number): T {
  const { text, box, characters, middles } = line;
  const places = [...middles.keys()].filter((at) => middles[at]! >= from && middles[at]! < next);
  const printed = places.filter((at) => text[at]!.trim() !== '');
  const [first, last] = [printed[0] ?? 0, (printed.at(-1) ?? -1) + 1];
  const along = ((from + to) / 2 - 0.5) * box.width;
  return {
    ...line,
    text: text.slice(first, last),
    characters: characters.slice(first, last),
    middles: middles.slice(first, last),
    wideGaps: [],
    box: {
      ...box,
      x: box.x + along * Math.cos(box.angle),
      y: box.y + along * Math.sin(box.angle),
      width: (to - from) * box.width,
    },
  };
}

/** Tells whether two texts side by side are rows of two columns. */
function areInColumns(a: Box, b: Box, boxes: readonly Box[]): boolean {
  const belowB = boxes.filter((box) => isInColumn(b, box));
  return boxes.some(
    (box) =>
      isInColumn(a, box) &&
      belowB.some(
        (other) =>
          other.x > box.x &&
          Math.abs(other.y - box.y) < rowMin * box.height &&
          areApart([a, box], [b, other]),
      ),
  );
}

/** Tells whether one gap goes down between two columns: lines that are centred have their ends in common, and no gap. */
function areApart(left: readonly Box[], right: readonly Box[]): boolean {
  const end = Math.max(...left.map(({ x, width }) => x + width / 2));
  const start = Math.min(...right.map(({ x, width }) => x - width / 2));
  return end <= start;
}

/** Tells whether a text is in the row above or below another one, at the same place of it. */
function isInColumn(box: Box, other: Box): boolean {
  const height = Math.min(box.height, other.height);
  const row = Math.abs(box.y - other.y) / height;
  const edge = Math.min(
    Math.abs(box.x - other.x),
    Math.abs(box.x - box.width / 2 - other.x + other.width / 2),
    Math.abs(box.x + box.width / 2 - other.x - other.width / 2),
  );
  return (
    Math.abs(box.height - other.height) <= columnMax.height * height &&
    row > rowMin &&
    row <= columnMax.row &&
    edge <= columnMax.edge * height
  );
}
