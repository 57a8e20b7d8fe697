import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { heicConverter } from '../src/clients/images/convert-heic.ts';
import { createImageProcess } from '../src/clients/images/image-process.ts';
import { makePrivateFolder } from '../src/clients/private-folder.ts';
import { programRunner } from '../src/clients/programs/run-program.ts';
import { allDetectors } from '../src/detectors/all-detectors.ts';
import type { CheckRequest } from '../src/domain/detection.ts';
import { imageChecker } from '../src/image/check-image.ts';
import { openRecognizers } from '../src/open-recognizers.ts';
import { sign } from '../test/image-files.ts';
import { rulesOf } from '../test/rules.ts';
import { testSandbox } from '../test/sandbox.ts';

/**
 * Measures the check of an image of 1080²: decoded, read in three passes, searched for codes and nudity; with rules that
 * cost nothing. The reference is tesseract reading the same picture once, alone, in the same run. Prints one JSON object.
 */
const rounds = 5;
const parallel = 20;
const lines = ['Lose 20 pounds in one week', 'Only today', 'Call +1 555 010 7788', 'Fresh bread daily'];
const sandbox = await testSandbox();

const runProgram = programRunner(sandbox);
const imageProcess = createImageProcess({ sandbox, timeoutMs: 30_000, callsMax: 2_000 });
const reading = openRecognizers(
  { TEXT_RECOGNIZER: 'pp_ocr', TESSERACT_PATH: 'tesseract', OCR_CONCURRENCY: 2 },
  { sandbox, run: runProgram, imageProcess, timeoutMs: 30_000, niceness: 0 },
);
const checkImage = imageChecker({
  imageProcess,
  convertHeic: heicConverter(runProgram, 'heif-convert'),
  detectors: allDetectors({
    imageProcess,
    recognizers: reading.recognizers,
    onRead: (recognizer, failure) => {
      if (failure) throw new Error(`${recognizer} failed`, { cause: failure.error });
    },
    labelPicture: null,
    listLabels: async () => [],
    transcriber: null,
  }).page,
  evaluate: rulesOf([], []),
  onFailure: (detector, error) => {
    throw new Error(`${detector} failed`, { cause: error });
  },
});
const request: CheckRequest = {
  scope: { accountId: 'acct_bench', siteId: 'us', tenantId: '' },
  requestId: 'bench',
  platform: 'shortvideo_us',
  vertical: 'general',
  productVertical: null,
  sceneMode: null,
  types: null,
  audioTypes: null,
};
const checked = (path: string) => checkImage(path, request, AbortSignal.timeout(120_000));

/** The same lines on paper, on a colour, and on something like a photograph. */
async function drawn(folder: string): Promise<readonly string[]> {
  const square = { width: 1_080, height: 1_080, size: 54 };
  const white = await sign(lines, { ...square, paper: 'none', ink: '#ffffff' })
    .png()
    .toBuffer();
  const noise = Buffer.from(Array.from({ length: 30 * 30 * 3 }, (_, n) => ((n * 7_919) % 251) / 2));
  const photo = await sharp(noise, { raw: { width: 30, height: 30, channels: 3 } })
    .resize(1_080, 1_080)
    .png()
    .toBuffer();
  const drawings = [
    sign(lines, square),
    sign(lines, { ...square, paper: '#c2185b', ink: '#ffeb3b' }),
    sharp(photo).composite([{ input: white }]),
  ];
  const paths = drawings.map((_, index) => join(folder, `${index}.jpg`));
  await Promise.all(drawings.map((drawing, index) => drawing.jpeg().toFile(paths[index] ?? '')));
  return paths;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const at = (values: readonly number[], part: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0);

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);

/** Resident memory of the processes that this one started and keeps. */
async function childMegabytes(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '--ppid', `${process.pid}`]);
  return megabytes(stdout.split('\n').reduce((sum, kilobytes) => sum + Number(kilobytes) * 1_024, 0));
}

const held = await makePrivateFolder();
const folder = held.path;
try {
  const paths = await drawn(folder);
  for (const path of paths) await checked(path);
  const [times, references]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      times.push(await timed(() => checked(path)));
      references.push(await timed(() => promisify(execFile)('tesseract', [path, '-', '--psm', '11'])));
    }
  }
  const together = await timed(() =>
    Promise.all(Array.from({ length: parallel }, (_, n) => checked(paths[n % paths.length] ?? ''))),
  );
  const result = {
    pictures: times.length,
    labelPicture: { p50Ms: at(times, 0.5), p95Ms: at(times, 0.95) },
    reference: { p50Ms: at(references, 0.5), p95Ms: at(references, 0.95) },
    ratio: Number((at(times, 0.5) / at(references, 0.5)).toFixed(2)),
    parallel: { pictures: parallel, ms: Math.round(together) },
    residentMb: { engine: megabytes(process.memoryUsage.rss()), pictureProcess: await childMegabytes() },
    load: Number((await readFile('/proc/loadavg', 'utf8')).split(' ')[0]),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  await imageProcess.close();
  await reading.close();
  await held.release();
}
