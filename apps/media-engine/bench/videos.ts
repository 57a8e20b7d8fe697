import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { heicConverter } from '../src/clients/images/convert-heic.ts';
import { createImageProcess } from '../src/clients/images/image-process.ts';
import { makePrivateFolder } from '../src/clients/private-folder.ts';
import { programRunner } from '../src/clients/programs/run-program.ts';
import { allDetectors } from '../src/detectors/all-detectors.ts';
import { imageChecker } from '../src/image/check-image.ts';
import { openRecognizers } from '../src/open-recognizers.ts';
import { videoChecker } from '../src/video/check-video.ts';
import { sign } from '../test/image-files.ts';
import { rulesOf } from '../test/rules.ts';
import { testSandbox } from '../test/sandbox.ts';

/**
 * Measures the check of a video of one minute, 720p at 30 frames a second, with twelve overlays, one every five seconds;
 * of a still picture and of one that always moves, which is the worst case: every second differs. Decoding the same file by ffmpeg alone, in the same run, is the reference.
 */
const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);
const overlays = 12;
const secondsEach = 5;
const size = '1280x720';
const { signal } = new AbortController();
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const request = {
  scope: { accountId: 'acct_1', siteId: 'us' as const, tenantId: '' },
  requestId: 'r1',
  checkId: 'video_1',
  platform: 'shortvideo_us',
  vertical: 'general',
  productVertical: null,
  sceneMode: null,
  types: null,
  audioTypes: null,
  script: null,
};
const stages = () => ({ get: () => undefined, put: async () => undefined });

const sandbox = await testSandbox();
const held = await makePrivateFolder();
const folder = held.path;
const imageProcess = createImageProcess({ sandbox, timeoutMs: 30_000, callsMax: 1_000 });
const reading = openRecognizers(
  { TEXT_RECOGNIZER: 'pp_ocr', TESSERACT_PATH: 'tesseract', OCR_CONCURRENCY: 2 },
  { sandbox, run: programRunner(sandbox), imageProcess, timeoutMs: 30_000, niceness: 0 },
);
try {
  for (let number = 0; number < overlays; number++) {
    const text = [`Overlay number ${number + 1}`, 'free shipping over 30 dollars', `code SPRING${number}`];
    await sign(text, { width: 1_280, height: 720, size: 48 })

      .png()
      .toFile(join(folder, `sign-${String(number).padStart(2, '0')}.png`));
  }
  const signs = ['-framerate', `1/${secondsEach}`, '-i', join(folder, 'sign-%02d.png')];
  const seconds = overlays * secondsEach;
  const encode = [
    '-r',
    '30',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-t',
    `${seconds}`,
  ];
  const still = join(folder, 'still.mp4');
  await ffmpeg(...signs, ...encode, still);
  const moving = join(folder, 'moving.mp4');
  const scene = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`];
  const onTop = '[1:v]scale=900:400[sign];[0:v][sign]overlay=190:160';
  await ffmpeg(...scene, ...signs, '-filter_complex', onTop, ...encode, moving);
  say(`${seconds} s of ${size}, ${overlays} overlays, ${availableParallelism()} cores`);
  for (const [name, path] of [
    ['still', still],
    ['moving', moving],
  ] as const) {
    const decodeMs = await timed(() => ffmpeg('-threads', '2', '-i', path, '-f', 'null', '-'));
    let checks = 0;
    const checkMs = await timed(async () => {
      const { visual, voice } = checker(() => checks++)(path, request, stages(), signal);
      await Promise.all([visual, voice]);
    });
    say(
      `${name}: ${inSeconds(checkMs)} to check, ${checks} frames checked; ffmpeg alone ${inSeconds(decodeMs)}`,
    );
  }
} finally {
  await imageProcess.close();
  await reading.close();
  await held.release();
}

function checker(onFrame: () => void) {
  const runProgram = programRunner(sandbox);
  const evaluate = rulesOf([], []);
  const onFailure = (detector: string, error: unknown) => say(`${detector} failed: ${error}`);
  const detectors = allDetectors({
    imageProcess,
    recognizers: reading.recognizers,
    onRead: (recognizer, failure) => {
      if (failure) throw new Error(`${recognizer} failed`, { cause: failure.error });
    },
    labelPicture: null,
    listLabels: async () => [],
    transcriber: null,
  });
  const checkImage = imageChecker({
    imageProcess,
    convertHeic: heicConverter(runProgram, 'heif-convert'),
    detectors: detectors.page,
    evaluate,
    onFailure,
  });
  return videoChecker({
    programs: { run: runProgram, ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    checkFrame: (...frame) => {
      onFrame();
      return checkImage(...frame);
    },
    blobs: { put: async () => ({ sizeBytes: 0 }) },
    transcription: detectors.transcription,
    evaluate,
    onFailure,
  });
}

async function ffmpeg(...args: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
