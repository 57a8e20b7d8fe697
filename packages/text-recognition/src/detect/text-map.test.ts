import { expect, it } from 'vitest';
import type { RunGraph } from '../models/graph.ts';
import { findRegions } from './find-regions.ts';
import { textMapOf } from './text-map.ts';

/** Says that dark pixels are text. */
const darkness: RunGraph = async ({ data, dimensions }) => {
  const area = (dimensions[2] ?? 0) * (dimensions[3] ?? 0);
  // Beyond the picture the input is 0, which is grey.
  return {
    data: Float32Array.from({ length: area }, (_, at) => (data[at]! < -1 ? 1 : 0)),
    dimensions: [1, 1],
  };
};

it('finds every line of a page of 1,080 × 12,000 pixels once, wherever tiles cut it', async () => {
  const [width, height] = [1_080, 12_000];
  const rgb = new Uint8Array(width * height * 3).fill(255);
  const lines = Array.from({ length: 230 }, (_, row) => 30 + row * 52);
  for (const top of lines) rgb.fill(0, 3 * width * top, 3 * width * (top + 20));
  // A column that every edge of a tile cuts.
  for (let y = 0; y < height; y++) rgb.fill(255, 3 * (y * width + 980), 3 * (y * width + 1_080));
  for (let y = 0; y < height; y++) rgb.fill(0, 3 * (y * width + 1_020), 3 * (y * width + 1_050));
  const map = await textMapOf(darkness, { width, height, rgb }, 0.5);
  const options = { pixelThreshold: 0.3, boxScoreThreshold: 0.4, unclipRatio: 1.8, boxesMax: 1_000 };
  const boxes = findRegions(map, options).regions.map(({ box }) => box);
  const [columns, rows] = [
    boxes.filter((box) => box.height > box.width),
    boxes.filter((box) => box.width > box.height),
  ];
  expect(columns.map(({ x }) => Math.round(x))).toEqual([1_035]);
  expect(rows.map(({ y }) => Math.round(y)).sort((a, b) => a - b)).toEqual(lines.map((top) => top + 10));
});
