import type { PictureBox } from '@redline/contracts';
import type { Rectangle } from './placed-line.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a page that was prepared for detectors lies in the picture as it is shown. */
export interface PageFit {
  /** Size of the prepared page, whose pixels places are given in. */
  readonly page: Size;
  /** Size of the picture, upright. */
  readonly picture: Size;
}

/**
 * Returns a place on a page as a box on the picture: whole pixels, none of the place left out, none beyond the picture,
 * and one at least.
 */
export function boxOf({ left, top, right, bottom }: Rectangle, { page, picture }: PageFit): PictureBox {
  const [x, endX] = span(left, right, page.width, picture.width);
  const [y, endY] = span(top, bottom, page.height, picture.height);
  return { x, y, width: endX - x, height: endY - y };
}

/** Scales the two ends of a span from one length to another. */
function span(
  start: number,
  end: number,
  length: number,
  shown: number,
): readonly [start: number, end: number] {
  const scaled = (value: number) => (value / length) * shown;
  const from = Math.max(0, Math.min(shown - 1, Math.floor(scaled(start))));
  return [from, Math.max(from + 1, Math.min(shown, Math.ceil(scaled(end))))];
}

/** Joins boxes to one list, each once, as many as there may be. */
export function joinBoxes(
  boxes: readonly PictureBox[],
  others: readonly PictureBox[],
  max: number,
): readonly PictureBox[] {
  const keyOf = ({ x, y, width, height }: PictureBox) => `${x} ${y} ${width} ${height}`;
  const distinct = new Map([...boxes, ...others].map((box) => [keyOf(box), box]));
  return [...distinct.values()].slice(0, max);
}
