import { confidentLines } from './confident-lines.ts';
import type { PlacedLine, Rectangle } from './placed-line.ts';
import type { Line, Word } from './tesseract-words.ts';
import { lineWithoutWideSpaces, spacesRemoved } from './wide-spaces.ts';

interface Placed extends Rectangle {
  readonly line: Line;
  /** Index of the run that read it: one pass over one tile. */
  readonly run: number;
  /** Number of characters, weighted by confidence. */
  readonly score: number;
}

/**
 * Merges the lines that several runs read on one page. Lines at the same place are readings of the same words; of those
 * the run wins that read most characters with the highest confidence. Noise is dropped first.
 * @param runs the lines of each run: one pass over one tile
 * @returns the lines in reading order
 */
export function mergeLines(runs: readonly (readonly Line[])[]): readonly Line[] {
  const placed = runs.flatMap((lines, run) => confidentLines(lines).map((line) => place(line, run)));
  const groups = grouped(placed);
  const chosen = groups.flatMap(bestOf);
  return inReadingOrder(chosen).map(({ line }) => line);
}

function place(line: Line, run: number): Placed {
  return {
    line,
    run,
    left: Math.min(...line.map(({ left }) => left)),
    top: Math.min(...line.map(({ top }) => top)),
    right: Math.max(...line.map(({ right }) => right)),
    bottom: Math.max(...line.map(({ bottom }) => bottom)),
    score: line.reduce((sum, word) => sum + scoreOf(word), 0),
  };
}

/** Returns the number of characters, each weighted by the confidence of its word. */
const scoreOf = ({ text, confidence }: Word): number =>
  text.replace(/[^\p{L}\p{N}\p{Sc}%+]/gu, '').length * (confidence / 100);

/** Groups lines that are readings of the same words. */
function grouped(placed: readonly Placed[]): readonly (readonly Placed[])[] {
  const groups: Placed[][] = [];
  for (const one of placed) {
    const touched = groups.filter((group) => group.some((other) => isSamePlace(one, other)));
    const [first, ...others] = touched;
    if (!first) {
      groups.push([one]);
      continue;
    }
    first.push(one, ...others.flat());
    for (const other of others) groups.splice(groups.indexOf(other), 1);
  }
  return groups;
}

/** Tells whether two lines share more than half of the smaller one's height, and of the shorter one's length. */
function isSamePlace(a: Placed, b: Placed): boolean {
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return (
    height > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top) &&
    width > 0.5 * Math.min(a.right - a.left, b.right - b.left)
  );
}

/** The share by which the score of a run rises for each other run that read the same text. */
const agreementBonus = 0.1;

/** Returns the lines of the run with the highest score in a group; runs that read the same text support each other. */
function bestOf(group: readonly Placed[]): readonly Placed[] {
  const byRun = Map.groupBy(group, ({ run }) => run);
  const candidates = [...byRun.values()].map((lines) => ({
    lines,
    text: lines.map(({ line }) => textOfLine(line)).join('\n'),
    score: lines.reduce((sum, { score }) => sum + score, 0),
  }));
  const supported = candidates.map(({ lines, text, score }) => {
    const others = candidates.filter((other) => other.lines !== lines && other.text === text).length;
    return { lines, score: score * (1 + agreementBonus * others) };
  });
  return supported.reduce((best, one) => (one.score > best.score ? one : best)).lines;
}

/** Orders lines from top to bottom, and from left to right where they are side by side. */
function inReadingOrder(lines: readonly Placed[]): readonly Placed[] {
  const rows: Placed[][] = [];
  for (const line of [...lines].sort((a, b) => a.top + a.bottom - (b.top + b.bottom))) {
    const row = rows.at(-1);
    const beside = row?.[0];
    const middle = (line.top + line.bottom) / 2;
    if (row && beside && middle < beside.bottom && middle > beside.top) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.left - b.left));
}

/** Joins the words of a line. */
export const textOfLine = (line: Line): string => spacesRemoved(line.map(({ text }) => text).join(' '));

/** Joins the words of a line, and cuts their boxes to those of characters: tesseract has none, so all are as wide. */
export function placedLineOf(line: Line): PlacedLine {
  const characters = line.flatMap((word, index): Rectangle[] => {
    const next = line[index + 1];
    return next ? [...cut(word), gapAfter(word, next)] : cut(word);
  });
  return lineWithoutWideSpaces({ text: line.map(({ text }) => text).join(' '), characters });
}

const gapAfter = ({ top, right, bottom }: Word, next: Word): Rectangle => ({
  ...{ left: right, top, bottom },
  right: Math.max(right, next.left),
});

function cut({ text, left, top, right, bottom }: Word): Rectangle[] {
  const width = (right - left) / text.length;
  return Array.from({ length: text.length }, (_, index) => ({
    left: left + index * width,
    top,
    right: left + (index + 1) * width,
    bottom,
  }));
}
