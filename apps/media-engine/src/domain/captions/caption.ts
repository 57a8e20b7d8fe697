import type { PictureBox } from '@redline/contracts';
import { boxAround, boxesIn } from '../images/shown-line.ts';
import type { FollowedLine } from './follow-lines.ts';
import { lettersOf } from './letters.ts';
import { type ReadPart, textOfParts } from './line-reading.ts';
import { partsOf } from './line-track.ts';
import { isSameSize, sharedWidth } from './placing.ts';

/** Words that stand on following frames of a video: one line, or several that come and go together. */
export interface Caption {
  /** Lines are separated by line ends. */
  readonly text: string;
  readonly startSeconds: number;
  /** When it is seen no longer. */
  readonly endSeconds: number;
  readonly lines: readonly (readonly ReadPart[])[];
  /** Around all of its lines, where they are first seen. */
  readonly place: PictureBox;
  /** It moves through the picture, so that no frame shows it as a whole. */
  readonly isMoving: boolean;
  /** The letters and digits that were read on each frame, by the number of the frame. */
  readonly lettersByFrame: ReadonlyMap<number, string>;
}

/**
 * Joins lines that come and go together, one below the other, to captions.
 * @returns in the order in which they begin
 */
export function captionsOf(lines: readonly FollowedLine[]): readonly Caption[] {
  const groups: FollowedLine[][] = [];
  const byTop = lines.toSorted((a, b) => a.startSeconds - b.startSeconds || a.firstPlace.y - b.firstPlace.y);
  for (const line of byTop) {
    const group = groups.findLast((one) => isNextLine(one.at(-1), line));
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups.map(captionOf);
}

/** Gap between two lines of one caption, in heights of a line. */
const gapMax = 1;

function isNextLine(above: FollowedLine | undefined, below: FollowedLine): boolean {
  if (!above || above.moved || below.moved) return false;
  if (above.startSeconds !== below.startSeconds || above.endSeconds !== below.endSeconds) return false;
  const [a, b] = [above.firstPlace, below.firstPlace];
  const gap = b.y - (a.y + a.height);
  const height = Math.min(a.height, b.height);
  return gap <= gapMax * height && gap > -0.5 * height && isSameSize(a, b) && sharedWidth(a, b) > 0.3;
}

function captionOf(lines: readonly FollowedLine[]): Caption {
  const [first] = lines;
  const read = lines.map(partsOf);
  const lettersByFrame = new Map<number, string>();
  for (const [frame, letters] of lines.flatMap((line) => [...line.lettersByFrame]))
    lettersByFrame.set(frame, `${lettersByFrame.get(frame) ?? ''}${letters}`);
  return {
    text: read.map(textOfParts).join('\n'),
    startSeconds: first?.startSeconds ?? 0,
    endSeconds: first?.endSeconds ?? 0,
    lines: read,
    place: boxAround(lines.map(({ firstPlace }) => firstPlace)) ?? nowhere,
    isMoving: lines.some(({ moved }) => moved !== null),
    lettersByFrame,
  };
}

const nowhere: PictureBox = { x: 0, y: 0, width: 1, height: 1 };

/** Tells whether words are among those that were read of a caption on a frame. */
export function isInCaption({ lettersByFrame }: Caption, words: string, frame: number): boolean {
  const letters = lettersOf(words);
  return letters !== '' && (lettersByFrame.get(frame) ?? '').includes(letters);
}

/** Where words of a caption are first seen: a frame, and their boxes on it, one for each line. */
export interface SeenWords {
  readonly frame: number;
  readonly boxes: readonly PictureBox[];
}

/**
 * Finds where a part of a caption's text is first seen.
 * @param start UTF-16 offset in the text, inclusive
 * @param end exclusive
 * @returns null of nothing but spaces
 */
export function seenWordsOf({ lines }: Caption, start: number, end: number): SeenWords | null {
  const seen: { readonly frame: number; readonly line: number; readonly box: PictureBox }[] = [];
  let begin = 0;
  for (const [line, parts] of lines.entries()) {
    for (const { frame, line: read, start: from, end: to } of parts) {
      const [first, last] = [from + Math.max(0, start - begin), Math.min(to, from + end - begin)];
      seen.push(...boxesIn(read, first, last).map((box) => ({ frame, line, box })));
      begin += to - from;
    }
    begin++;
  }
  const frame = seen[0]?.frame;
  if (frame === undefined) return null;
  const byLine = Map.groupBy(
    seen.filter((one) => one.frame === frame),
    ({ line }) => line,
  );
  const boxes = [...byLine.values()].flatMap((on) => boxAround(on.map(({ box }) => box)) ?? []);
  return { frame, boxes };
}
