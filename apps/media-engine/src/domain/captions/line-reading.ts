import type { PictureBox } from '@redline/contracts';
import { boxAround, boxesIn, type ShownLine } from '../images/shown-line.ts';
import { isDense, type Letters, lettersIn } from './letters.ts';

/** A line as it was read on one frame. */
export interface LineReading {
  readonly frame: number;
  readonly line: ShownLine;
  readonly letters: Letters;
  readonly place: PictureBox;
}

/** Lines of a frame that captions are made of, the highest ones: who shows more shows a page. */
const linesMax = 50;

/** Returns the lines of a frame with letters, in the order of reading; single letters are seldom some. */
export function readingsOf(frame: number, lines: readonly ShownLine[]): readonly LineReading[] {
  const readings = lines.flatMap((line): LineReading[] => {
    const [letters, place] = [lettersIn(line.text), boxAround(boxesIn(line))];
    const isRead = letters.text.length > 1 || isDense(letters.text);
    return place && isRead ? [{ frame, line, letters, place }] : [];
  });
  if (readings.length <= linesMax) return readings;
  const highest = new Set(readings.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, linesMax));
  return readings.filter((reading) => highest.has(reading));
}

/** A line that is read downwards is as large as it is wide. */
const sizeOf = ({ place: { width, height } }: LineReading): number => Math.min(width, height);

/** A part of a line as it was read on one frame. */
export interface ReadPart {
  readonly frame: number;
  readonly line: ShownLine;
  /** UTF-16 offsets in the line. */
  readonly start: number;
  readonly end: number;
}

/** Returns the whole of a reading as a part. */
export const wholeOf = ({ frame, line }: LineReading): ReadPart => ({
  frame,
  line,
  start: 0,
  end: line.text.length,
});

export const textOfParts = (parts: readonly ReadPart[]): string =>
  parts.map(({ line, start, end }) => line.text.slice(start, end)).join('');

/** Returns the offset in a line behind its first so many letters. */
export function offsetBehind({ line, letters }: LineReading, count: number): number {
  const last = letters.origins[count - 1];
  if (last === undefined) return 0;
  return last + String.fromCodePoint(line.text.codePointAt(last) ?? 0).length;
}

/** Returns where the last of the first so many letters of a line is on its frame; null without a place. */
export function boxBefore(reading: LineReading, count: number): PictureBox | null {
  const end = offsetBehind(reading, count);
  return boxesIn(reading.line, end - 1, end)[0] ?? null;
}
