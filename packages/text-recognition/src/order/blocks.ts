import { apartOf, type Colour } from '../paper.ts';
import type { Box } from '../picture.ts';
import type { Quarters } from '../recognize/straighten.ts';

/** A line as it was read, for telling what it belongs to. */
export interface ReadLine {
  readonly box: Box;
  readonly quarters: Quarters;
  /** The colour that it stands on. */
  readonly paper: Colour;
}

/** A line in its own direction: lengths along it, and down from its upper edge to its lower one. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
}

const angleMax = (8 * Math.PI) / 180;
/** Sizes that differ by less are one size: boxes of lines with and without capitals and descenders differ so much. */
const sameSize = 1.35;
/** A line in another size may go on: `in one week` in small below `Lose 20 lbs`. A footnote does not. */
const anySize = 2;
/**
 * Distance between the boxes of lines that go on, in times of the height of the larger one, at most. Below a smaller line a
 * larger one mostly begins something else.
 */
const gapMax = { goesOn: 0.62, becomesLarger: 0.42 } as const;
/** Boxes overlap by so much of that height at most: more of it stands on the other line. */
const overlapMax = 0.5;
/** Edges, or middles, that differ by less in times of the height of the larger line are below one another. */
const alignedMax = 0.6;

/**
 * Tells lines apart that do not belong together, by size and place: the lines of a headline, of a sticker, of a column, of
 * a footnote are one block each. A line goes on with the one below it where both are turned alike, stand on one colour,
 * are close for their size, of about one size, and have an edge or their middle in common. What stands above or below two
 * lines side by side belongs to neither.
 * @returns the indices of the lines of each block, from the first to the last
 */
export function blocksOf(lines: readonly ReadLine[]): readonly (readonly number[])[] {
  const pairs = lines.flatMap((line, above) =>
    lines.flatMap((other, below) => (above !== below && goesOn(line, other) ? [{ above, below }] : [])),
  );
  const [byAbove, byBelow] = [
    Map.groupBy(pairs, ({ above }) => above),
    Map.groupBy(pairs, ({ below }) => below),
  ];
  const sideBySide = (a: number, b: number) => a !== b && isBeside(lines[a]!, lines[b]!);
  const kept = pairs.filter(
    ({ above, below }) =>
      !byAbove.get(above)?.some((other) => sideBySide(other.below, below)) &&
      !byBelow.get(below)?.some((other) => sideBySide(other.above, above)),
  );
  const blockOf = lines.map((_, index) => index);
  for (const { above, below } of kept) {
    const [to, from] = [blockOf[above]!, blockOf[below]!];
    for (const [index, block] of blockOf.entries()) if (block === from) blockOf[index] = to;
  }
  const blocks = Map.groupBy(lines.keys(), (index) => blockOf[index]);
  return [...blocks.values()].map((block) => block.toSorted((a, b) => downOf(lines, a) - downOf(lines, b)));
}

/** Tells whether a line goes on with another one below it. */
function goesOn(line: ReadLine, other: ReadLine): boolean {
  if (line.quarters !== other.quarters || Math.abs(line.box.angle - other.box.angle) > angleMax) return false;
  const [a, b] = inOneDirection(line, other);
  const [sizeA, sizeB] = [a.bottom - a.top, b.bottom - b.top];
  const larger = Math.max(sizeA, sizeB);
  const gap = (b.top - a.bottom) / larger;
  const max = sizeB > sameSize * sizeA ? gapMax.becomesLarger : gapMax.goesOn;
  if (larger > anySize * Math.min(sizeA, sizeB) || gap < -overlapMax || gap > max) return false;
  if (Math.min(a.end, b.end) <= Math.max(a.start, b.start)) return false;
  const difference = Math.min(
    Math.abs(a.start - b.start),
    Math.abs(a.end - b.end),
    Math.abs(a.start + a.end - b.start - b.end) / 2,
  );
  return difference <= alignedMax * larger && !apartOf(line.paper, other.paper);
}

/** Tells whether two lines are in one row, one after the other. */
function isBeside(line: ReadLine, other: ReadLine): boolean {
  const [a, b] = inOneDirection(line, other);
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return (
    common > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top) && (a.end <= b.start || b.end <= a.start)
  );
}

/** Returns both lines in the direction of the longer one. */
function inOneDirection(line: ReadLine, other: ReadLine): readonly [Span, Span] {
  const longer = lengthOf(line) >= lengthOf(other) ? line : other;
  const angle = longer.box.angle + (longer.quarters * Math.PI) / 2;
  return [spanOf(line, angle), spanOf(other, angle)];
}

function spanOf({ box: { x, y, width, height }, quarters }: ReadLine, angle: number): Span {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [length, size] = quarters % 2 === 0 ? [width, height] : [height, width];
  const [along, down] = [x * cos + y * sin, y * cos - x * sin];
  return {
    start: along - length / 2,
    end: along + length / 2,
    top: down - size / 2,
    bottom: down + size / 2,
  };
}

const lengthOf = ({ box, quarters }: ReadLine): number => (quarters % 2 === 0 ? box.width : box.height);

/** Returns how far down in its own direction a line is. */
function downOf(lines: readonly ReadLine[], index: number): number {
  const line = lines[index]!;
  const { top, bottom } = spanOf(line, (line.quarters * Math.PI) / 2);
  return top + bottom;
}
