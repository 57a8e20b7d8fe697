import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readModelFiles } from './model-files.ts';

it('loads the models that were measured, with a character for each class', async () => {
  const { characters } = await readModelFiles();
  expect(characters).toHaveLength(6_624);
  expect(characters.at(-1)).toBe(' ');
});

it('loads no other model', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redline-models-'));
  try {
    for (const name of ['ch_PP-OCRv4_det_infer.onnx', 'ch_PP-OCRv4_rec_infer.onnx', 'ppocr_keys_v1.txt'])
      await writeFile(join(folder, name), 'another one');
    await expect(readModelFiles(folder)).rejects.toThrow('its SHA-256 differs');
  } finally {
    await rm(folder, { recursive: true });
  }
});
