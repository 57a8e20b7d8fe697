import type { RunGraph } from '../models/graph.ts';
import type { Picture } from '../picture.ts';
import { detectorTiles, type Tile } from './tiles.ts';

/** Of every pixel of a picture that was scaled, the probability that it belongs to a line of text, from 0 to 255. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  /** Pixels of the map for each pixel of the picture. */
  readonly scale: number;
  readonly values: Uint8Array;
}

/** What the detector was trained with, of red, green and blue in the order in which it takes them. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;
/** It takes blue, green and red. */
const channels = [2, 1, 0] as const;

/**
 * Detects text tile by tile. The maps of the tiles are put together to one before lines are looked for in it, so a line
 * that is cut by the edge of a tile is still one. Where tiles overlap the higher probability counts, since at its edge a
 * tile sees less of the surroundings.
 * @param scale pixels of the map for each pixel of the picture, at most 1
 */
export async function textMapOf(run: RunGraph, picture: Picture, scale: number): Promise<TextMap> {
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const values = new Uint8Array(width * height);
  for (const tile of detectorTiles(width, height)) {
    const data = inputOf(picture, { width, height }, tile);
    const found = await run({ data, dimensions: [1, 3, tile.height, tile.width] });
    if (found.data.length < tile.width * tile.height) throw new Error('the detector gave too few numbers');
    paste(found.data, tile, values, width, height);
  }
  return { width, height, scale, values };
}

function paste(found: Float32Array, tile: Tile, values: Uint8Array, width: number, height: number): void {
  const [columns, rows] = [Math.min(tile.width, width - tile.left), Math.min(tile.height, height - tile.top)];
  for (let y = 0; y < rows; y++) {
    const from = y * tile.width;
    const to = (tile.top + y) * width + tile.left;
    for (let x = 0; x < columns; x++) {
      const value = Math.round((found[from + x] ?? 0) * 255);
      if (value > (values[to + x] ?? 0)) values[to + x] = value;
    }
  }
}

/** Scales a tile of a picture by bilinear interpolation, and normalizes it; what is beyond the picture is grey. */
function inputOf(
  { width, height, rgb }: Picture,
  size: { readonly width: number; readonly height: number },
  tile: Tile,
): Float32Array {
  const plane = tile.width * tile.height;
  const data = new Float32Array(3 * plane);
  const [stepX, stepY] = [width / size.width, height / size.height];
  const columns = Math.min(tile.width, size.width - tile.left);
  const rows = Math.min(tile.height, size.height - tile.top);
  for (let row = 0; row < rows; row++) {
    const y = clamp((tile.top + row + 0.5) * stepY - 0.5, height - 1);
    const [top, bottom] = [Math.floor(y), Math.min(height - 1, Math.floor(y) + 1)];
    const down = y - top;
    for (let column = 0; column < columns; column++) {
      const x = clamp((tile.left + column + 0.5) * stepX - 0.5, width - 1);
      const [left, right] = [Math.floor(x), Math.min(width - 1, Math.floor(x) + 1)];
      const along = x - left;
      const a = 3 * (top * width + left);
      const b = 3 * (top * width + right);
      const c = 3 * (bottom * width + left);
      const d = 3 * (bottom * width + right);
      for (let channel = 0; channel < 3; channel++) {
        const of = channels[channel] ?? 0;
        const upper = (rgb[a + of] ?? 0) * (1 - along) + (rgb[b + of] ?? 0) * along;
        const lower = (rgb[c + of] ?? 0) * (1 - along) + (rgb[d + of] ?? 0) * along;
        const value = (upper * (1 - down) + lower * down) / 255;
        data[channel * plane + row * tile.width + column] =
          (value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1);
      }
    }
  }
  return data;
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
