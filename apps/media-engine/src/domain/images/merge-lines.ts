import { soundLines } from './confident-lines.ts';
import type { Line, Word } from './tesseract-words.ts';

/** What one pass read of one tile. */
export interface Reading {
  readonly lines: readonly Line[];
}

interface Placed {
  readonly line: Line;
  readonly reading: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly worth: number;
}

/**
 * Makes one text out of what several passes read of the same page. Lines that lie over one another are readings of the
 * same words; of those the pass speaks that read most of them, and was surest. Noise is dropped first.
 * @returns the lines in reading order, each its words
 */
export function mergeLines(readings: readonly Reading[]): readonly Line[] {
  const placed = readings.flatMap(({ lines }, reading) =>
    soundLines(lines).map((line) => place(line, reading)),
  );
  const groups = grouped(placed);
  const chosen = groups.flatMap(bestOf);
  return inReadingOrder(chosen).map(({ line }) => line);
}

function place(line: Line, reading: number): Placed {
  return {
    ...{ line, reading },
    left: Math.min(...line.map(({ left }) => left)),
    top: Math.min(...line.map(({ top }) => top)),
    right: Math.max(...line.map(({ right }) => right)),
    bottom: Math.max(...line.map(({ bottom }) => bottom)),
    worth: line.reduce((sum, word) => sum + worthOf(word), 0),
  };
}

/** A character that was surely read counts one. */
const worthOf = ({ text, confidence }: Word): number =>
  text.replace(/[^\p{L}\p{N}\p{Sc}%+]/gu, '').length * (confidence / 100);

/** Readings of the same words, each group of them once. */
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

/** Whether two lines share more than half of the smaller one's height, and of the shorter one's length. */
function isSamePlace(a: Placed, b: Placed): boolean {
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return (
    height > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top) &&
    width > 0.5 * Math.min(a.right - a.left, b.right - b.left)
  );
}

/** So much more a reading counts for each other pass that read the very same. */
const agreementBonus = 0.1;

/** The lines of the pass that read most of the group; where passes read the same, they support each other. */
function bestOf(group: readonly Placed[]): readonly Placed[] {
  const byReading = Map.groupBy(group, ({ reading }) => reading);
  const candidates = [...byReading.values()].map((lines) => ({
    lines,
    text: lines.map(({ line }) => textOfLine(line)).join('\n'),
    worth: lines.reduce((sum, { worth }) => sum + worth, 0),
  }));
  const supported = candidates.map(({ lines, text, worth }) => {
    const others = candidates.filter((other) => other.lines !== lines && other.text === text).length;
    return { lines, worth: worth * (1 + agreementBonus * others) };
  });
  return supported.reduce((most, one) => (one.worth > most.worth ? one : most)).lines;
}

/** From the top down, and from left to right where lines stand side by side. */
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

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\u3000-\u303f\uff00-\uffef';
/** Tesseract puts blanks between characters of scripts that have none. */
const blankBesideWide = new RegExp(`(?<=[${wide}]) +| +(?=[${wide}])`, 'gu');

/** A line as text. */
export const textOfLine = (line: Line): string =>
  line
    .map(({ text }) => text)
    .join(' ')
    .replace(blankBesideWide, '');
