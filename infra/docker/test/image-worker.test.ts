import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
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
  program = start('image-worker.js');
}, 120_000);
afterAll(async () => {
  await end(program);
  await rm(folder, { recursive: true, force: true });
});

const start = (name: string) => fork(join(outDir, name), { serialization: 'advanced', stdio: 'ignore' });
async function end(running: ChildProcess): Promise<void> {
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
}

interface Drawing {
  readonly png: () => { toFile: (path: string) => Promise<unknown> };
  readonly flatten: () => {
    toColourspace: (name: string) => { raw: () => { toBuffer: () => Promise<Buffer> } };
  };
}
const sharp = (input: object) =>
  (createRequire(join(outDir, 'main.js'))('sharp') as (input: object) => Drawing)(input);

let count = 0;
async function call<T>(name: string, input: object, running = program): Promise<T> {
  const answered = once(running, 'message');
  running.send({ number: count++, name, input });
  const [reply] = (await answered) as [{ output?: T; imageError?: string; error?: string }];
  if (reply.output === undefined) throw new Error(reply.imageError ?? reply.error);
  return reply.output;
}

it('checks an image as the container image has it, with native code, codes and nudity', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'picture.png');
  const paper = { width: 300, height: 200, channels: 3, background: 'white' };
  await sharp({ create: paper }).png().toFile(path);
  expect(await call('survey', { path })).toMatchObject({ width: 300, height: 200, pages: [0] });
  const { pixels } = await call<{ pixels: object }>('prepare', { path, page: 0, folder });
  expect(await call('codes', { pixels })).toEqual([]);
  const scores = Object.values(await call<Record<string, number>>('nudity', { pixels }));
  expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 3);
});

it('reads text as the container image has it, with native code and models, and has the notice of their authors', {
  timeout: 60_000,
}, async () => {
  const [width, height] = [400, 100];
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="100%" height="100%" fill="#fff"/><text x="40" y="60" font-family="DejaVu Sans, sans-serif" font-size="32">Only today</text></svg>`;
  const path = join(folder, 'page.rgb');
  await writeFile(path, await sharp(Buffer.from(text)).flatten().toColourspace('srgb').raw().toBuffer());
  const recognizer = start('recognizer-worker.js');
  try {
    const pixels = { path, width, height };
    const read = await call('read', { pixels, timeLimitMs: 30_000 }, recognizer);
    expect(read).toMatchObject({ lines: [{ text: 'Only today' }], isComplete: true });
  } finally {
    await end(recognizer);
  }
  const notices = await readFile(join(outDir, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(notices).toContain('Copyright (c) 2016 PaddlePaddle Authors');
});

it('finds speech as the container image has it, and loads what transcribes', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'voice.pcm');
  await writeFile(path, Buffer.alloc(64_000));
  const activity = start('voice-activity-worker.js');
  const transcriber = start('transcriber-worker.js');
  try {
    const samples = { path, startSeconds: 0, endSeconds: 2 };
    expect(await call('find', samples, activity)).toEqual([]);
    await expect(call('transcribe', { samples, language: 'en' }, transcriber)).rejects.toThrow(
      'no speech model',
    );
  } finally {
    await Promise.all([end(activity), end(transcriber)]);
  }
  const sherpaOnnx = createRequire(join(outDir, 'transcriber-worker.js'))('sherpa-onnx-node') as object;
  expect(sherpaOnnx).toHaveProperty('OfflineRecognizer');
  const notices = await readFile(join(outDir, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(notices).toContain('Silero Team');
});
