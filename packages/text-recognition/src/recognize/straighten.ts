import { at } from '../detect/line-edges.ts';
import type { LineEdges, Picture, Region } from '../picture.ts';

/** How a line lies in its box: the direction in which it is read, in quarters of a turn from the width of the box, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

/** Pixels are averaged over so many per direction, at most, where a line is made smaller. */
const samplesMax = 4;

/**
 * Cuts a line out of a picture and straightens it: as read from left to right, scaled to a height.
 * @param region a line that is bent is straightened between its edges
 * @param target size of the line in pixels
 * @param columns width of the result; beyond the line it is zero, which is grey to the recognizer
 * @returns three planes (blue, green, red) of numbers from -1 to 1
 */
export function straighten(
  { width, height, rgb }: Picture,
  { box, edges }: Region,
  quarters: Quarters,
  target: { readonly width: number; readonly height: number },
  columns: number,
): Float32Array {
  const plane = columns * target.height;
  const data = new Float32Array(3 * plane);
  const angle = box.angle + (quarters * Math.PI) / 2;
  const [length, thickness] = quarters % 2 === 0 ? [box.width, box.height] : [box.height, box.width];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [perColumn, perRow] = [length / target.width, thickness / target.height];
  const samples = Math.min(samplesMax, Math.max(1, Math.round(Math.max(perColumn, perRow))));
  const curves = quarters % 2 === 0 ? edges : null;
  // Read from its end, a line has its lower edge on top.
  const way = quarters === 2 ? -1 : 1;
  for (let row = 0; row < target.height; row++) {
    for (let column = 0; column < target.width; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (let sample = 0; sample < samples * samples; sample++) {
        const across = Math.floor(sample / samples);
        const along = (column + (sample - across * samples + 0.5) / samples) * perColumn - length / 2;
        const part = row + (across + 0.5) / samples;
        const down = curves
          ? between(curves, along * way, way === 1 ? part / target.height : 1 - part / target.height) * way
          : part * perRow - thickness / 2;
        const x = clamp(box.x + along * cos - down * sin - 0.5, width - 1);
        const y = clamp(box.y + along * sin + down * cos - 0.5, height - 1);
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const [fx, fy] = [x - left, y - top];
        const right = left + 1 < width ? 3 : 0;
        const below = top + 1 < height ? 3 * width : 0;
        const at = 3 * (top * width + left);
        const [a, b] = [(1 - fx) * (1 - fy), fx * (1 - fy)];
        const [c, d] = [(1 - fx) * fy, fx * fy];
        const [atB, atC, atD] = [at + right, at + below, at + right + below];
        red += a * rgb[at]! + b * rgb[atB]! + c * rgb[atC]! + d * rgb[atD]!;
        green += a * rgb[at + 1]! + b * rgb[atB + 1]! + c * rgb[atC + 1]! + d * rgb[atD + 1]!;
        blue += a * rgb[at + 2]! + b * rgb[atB + 2]! + c * rgb[atC + 2]! + d * rgb[atD + 2]!;
      }
      const place = row * columns + column;
      const scale = 2 / 255 / (samples * samples);
      data[place] = blue * scale - 1;
      data[plane + place] = green * scale - 1;
      data[2 * plane + place] = red * scale - 1;
    }
  }
  return data;
}

/** Returns how far below the centre of its box a place in a line is, by its part of the way from the upper to the lower edge. */
function between({ top, bottom }: LineEdges, along: number, part: number): number {
  const upper = at(top, along);
  return upper + part * (at(bottom, along) - upper);
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
