import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { mediaProgramsMissing } from '../src/index.ts';

describe.skipIf(mediaProgramsMissing())('programs for images and videos, once the setup found them', () => {
  it.each([
    ['ffmpeg', '-version'],
    ['ffprobe', '-version'],
    ['tesseract', '--version'],
    ['heif-convert', '--list-decoders'],
  ])('%s runs', (program, argument) => {
    expect(spawnSync(program, [argument], { timeout: 10_000 }).status).toBe(0);
  });
});
