import type { PictureBox } from '@redline/contracts';
import { boxOf, type PageFit } from './boxes.ts';
import type { PlacedLine } from './placed-line.ts';

/** A line of text on a picture as it is shown, as stages store it: a frame may have many, and a video many frames. */
export interface ShownLine {
  readonly text: string;
  /** For each UTF-16 unit of the text four numbers: x, y, width and height of its box, in pixels of the picture. */
  readonly boxes: readonly number[];
}

/** Returns a line of a page as it is on the picture. */
export const shownLineOf = ({ text, characters }: PlacedLine, fit: PageFit): ShownLine => ({
  text,
  boxes: characters.flatMap((place) => {
    const { x, y, width, height } = boxOf(place, fit);
    return [x, y, width, height];
  }),
});

/** Returns the boxes of a part of a line, without those of spaces. */
export function boxesIn({ text, boxes }: ShownLine, start = 0, end = text.length): readonly PictureBox[] {
  const inked: PictureBox[] = [];
  for (let at = Math.max(0, start); at < Math.min(end, text.length, boxes.length / 4); at++) {
    if (text[at]?.trim() === '') continue;
    const [x = 0, y = 0, width = 1, height = 1] = boxes.slice(at * 4, at * 4 + 4);
    inked.push({ x, y, width, height });
  }
  return inked;
}

/** Returns the smallest box around some; null around none. */
export function boxAround(boxes: readonly PictureBox[]): PictureBox | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
