import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleService } from '../src/bundle.ts';

// Outside of the checkout, so that nothing of it can be found by the bundle.
const folder = mkdtempSync(join(tmpdir(), 'redline-image-worker-'));
const outDir = join(folder, 'media-engine');
let program: ChildProcess;
beforeAll(async () => {
  await bundleService('media-engine', outDir);
  program = fork(join(outDir, 'image-worker.js'), { serialization: 'advanced', stdio: 'ignore' });
}, 120_000);
afterAll(async () => {
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
async function call<T>(name: string, input: object): Promise<T> {
  const answered = once(program, 'message');
  program.send({ number: count++, name, input });
  const [reply] = (await answered) as [{ output?: T; imageError?: string; error?: string }];
  if (reply.output === undefined) throw new Error(reply.imageError ?? reply.error);
  return reply.output;
}

it('checks an image as the container image has it, with native code, codes and nudity', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'picture.png');
  const paper = { width: 300, height: 200, channels: 3, background: 'white' };
  const sharp = createRequire(join(outDir, 'main.js'))('sharp') as (options: object) => {
    png: () => { toFile: (path: string) => Promise<unknown> };
  };
  await sharp({ create: paper }).png().toFile(path);
  expect(await call('survey', { path })).toMatchObject({ width: 300, height: 200, pages: [0] });
  const { pixels } = await call<{ pixels: object }>('prepare', { path, page: 0, folder });
  expect(await call('codes', { pixels })).toEqual([]);
  const scores = Object.values(await call<Record<string, number>>('nudity', { pixels }));
  expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 3);
});
