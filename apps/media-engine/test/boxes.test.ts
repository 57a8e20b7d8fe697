import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { PictureBox } from '@redline/contracts';
import { mediaProgramsMissing } from '@redline/testkit';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeVideo } from '../src/clients/ffmpeg/probe-video.ts';
import { heicConverter } from '../src/clients/images/convert-heic.ts';
import { createImageProcess } from '../src/clients/images/image-process.ts';
import { type HeldFolder, makePrivateFolder } from '../src/clients/private-folder.ts';
import { programRunner } from '../src/clients/programs/run-program.ts';
import { allDetectors } from '../src/detectors/all-detectors.ts';
import type { CheckRequest } from '../src/domain/detection.ts';
import { type CheckImage, imageChecker } from '../src/image/check-image.ts';
import { openRecognizers } from '../src/open-recognizers.ts';
import { checkFrames } from '../src/video/check-frames.ts';
import { animation, codePicture, fileOf, heic, type Sign, sign } from './image-files.ts';
import { rulesOf } from './rules.ts';
import { testSandbox } from './sandbox.ts';
import { ffmpeg, programs, small } from './videos/make-video.ts';

const risky = 'cures gout';
const signal = () => AbortSignal.timeout(120_000);
const sandbox = await testSandbox();

let held: HeldFolder;
let folder: string;
const imageProcess = createImageProcess({ sandbox, timeoutMs: 60_000, callsMax: 1_000 });
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  held = await makePrivateFolder();
  folder = held.path;
});
afterAll(async () => {
  await Promise.all([imageProcess.close(), ...open.map((close) => close())]);
  await held.release();
});

function checkerOf(recognizer: 'pp_ocr' | 'tesseract', phrases: readonly string[]): CheckImage {
  const reading = openRecognizers(
    { TEXT_RECOGNIZER: recognizer, TESSERACT_PATH: 'tesseract', OCR_CONCURRENCY: 2 },
    { sandbox, run: programRunner(sandbox), imageProcess, timeoutMs: 60_000, niceness: 0 },
  );
  open.push(reading.close);
  const { page } = allDetectors({
    ...{ imageProcess, recognizers: reading.recognizers, onRead: () => undefined },
    ...{ labelPicture: null, listLabels: async () => [], transcriber: null },
  });
  return imageChecker({
    imageProcess,
    convertHeic: heicConverter(programRunner(sandbox), 'heif-convert'),
    detectors: page.filter(({ name }) => name !== 'nudity'),
    evaluate: rulesOf(phrases, []),
    onFailure: (detector, error) => {
      throw new Error(`${detector} failed`, { cause: error });
    },
  });
}

const request: CheckRequest = {
  scope: { accountId: 'acct_1', siteId: 'us', tenantId: '' },
  requestId: 'r1',
  platform: 'shortvideo_us',
  vertical: 'general',
  productVertical: null,
  sceneMode: null,
  types: null,
  audioTypes: null,
};

/** Draws words beside others, which may be left out without moving what stays. */
function drawn(options: Sign & { readonly isAlone?: boolean; readonly words?: string } = {}) {
  const { isAlone = false, words = risky } = options;
  const beside = (text: string) => `<tspan fill-opacity="${isAlone ? 0 : 1}">${text}</tspan>`;
  const line = `${beside('Our tea&#160;')}<tspan>${words}</tspan>${beside('&#160;today')}`;
  return sign([line], options);
}

/** Returns the box around the dark pixels of a picture as it is shown. */
async function inkOf(picture: Sharp): Promise<PictureBox> {
  const png = await picture.png().toBuffer();
  const { info } = await sharp(png)
    .trim({ background: '#ffffff', threshold: 60 })
    .toBuffer({ resolveWithObject: true });
  const { trimOffsetLeft = 0, trimOffsetTop = 0, width, height } = info;
  return { x: -trimOffsetLeft, y: -trimOffsetTop, width, height };
}

/** Expects edges that are so near to those of the ink, in heights of the letters. */
function expectNear(found: PictureBox | undefined, ink: PictureBox, size: number, near = 0.4): void {
  const edges = ({ x, y, width, height }: PictureBox) => [x, y, x + width, y + height];
  const differences = edges(found ?? { x: 0, y: 0, width: 0, height: 0 }).map(
    (edge, index) => Math.abs(edge - (edges(ink)[index] ?? 0)) / size,
  );
  expect(Math.max(...differences), JSON.stringify({ found, ink })).toBeLessThan(near);
}

describe.skipIf(mediaProgramsMissing())('the boxes of a finding', () => {
  const ppOcr = checkerOf('pp_ocr', [risky, '根治糖尿病', 'a line\nthat goes on']);
  const boxesOn = async (path: string, check = ppOcr, changes: Partial<CheckRequest> = {}) =>
    (await check(path, { ...request, ...changes }, signal())).detections.map(({ boxes }) => boxes ?? []);

  const large = { width: 2_400, height: 1_600, size: 90, top: 700 };

  it.each([1, 3, 6, 8])('are where a viewer sees its words, EXIF orientation %i', async (orientation) => {
    const turned = { 1: 0, 3: 180, 6: 270, 8: 90 }[orientation] ?? 0;
    const path = join(folder, `turned-${orientation}.jpg`);
    const stored = await drawn(large).png().toBuffer();
    await sharp(stored).rotate(turned).withMetadata({ orientation }).jpeg().toFile(path);
    const [boxes] = await boxesOn(path);
    expect(boxes).toHaveLength(1);
    expectNear(boxes?.[0], await inkOf(drawn({ ...large, isAlone: true })), large.size);
  });

  it('are in pixels of a HEIC picture too', async () => {
    const [boxes] = await boxesOn(await heic(drawn(large), folder));
    expectNear(boxes?.[0], await inkOf(drawn({ ...large, isAlone: true })), large.size);
  });

  it('are found by the words of tesseract where it reads', async () => {
    const path = join(folder, 'tesseract.jpg');
    await drawn(large).jpeg().toFile(path);
    const [boxes] = await boxesOn(path, checkerOf('tesseract', [risky]));
    expect(boxes).toHaveLength(1);
    expectNear(boxes?.[0], await inkOf(drawn({ ...large, isAlone: true })), large.size);
  });

  it.each([1_060, 11_800])('are on a page of 1,440 × 12,000 pixels where it is at %i', async (top) => {
    const long = { width: 1_440, height: 12_000, size: 48, top };
    const path = join(folder, `long-${top}.png`);
    await drawn(long).png().toFile(path);
    const [boxes] = await boxesOn(path);
    expectNear(boxes?.[0], await inkOf(drawn({ ...long, isAlone: true })), long.size);
  });

  it.each([0, 90, -20])('are around a part of a column of Chinese, turned by %i°', async (degrees) => {
    const picture = await sharp(fileURLToPath(new URL('./pictures/vertical-chinese.png', import.meta.url)))
      .rotate(degrees, { background: '#ffffff' })
      .png()
      .toBuffer();
    // The characters, from 根 to 病, in the upright picture.
    const column = { x: 170, y: 172, width: 60, height: 328 };
    const mask = sharp({ create: { width: 420, height: 640, channels: 3, background: '#ffffff' } }).composite(
      [
        {
          input: { create: { ...column, channels: 3, background: '#000000' } },
          left: column.x,
          top: column.y,
        },
      ],
    );
    const truth = await inkOf(sharp(await mask.png().toBuffer()).rotate(degrees, { background: '#ffffff' }));
    const path = join(folder, `vertical-${degrees}.png`);
    await sharp(picture).toFile(path);
    const [boxes] = await boxesOn(path, ppOcr, { scope: { ...request.scope, siteId: 'main' } });
    expect(boxes).toHaveLength(1);
    expectNear(boxes?.[0], truth, 60, 0.35);
  });

  it('are one for each line that it goes on over', async () => {
    const options = { width: 900, height: 500, size: 40, top: 120, leading: 1.4 };
    const drawing = (first: number, second: number) => {
      const part = (text: string, opacity: number) => `<tspan fill-opacity="${opacity}">${text}</tspan>`;
      const beside = first === second ? 1 : 0;
      return sign(
        [
          part('This is&#160;', beside) + part('a line', first),
          part('that goes on', second) + part('&#160;here', beside),
        ],
        options,
      );
    };
    const path = join(folder, 'lines.png');
    await drawing(1, 1).png().toFile(path);
    const [boxes = []] = await boxesOn(path);
    expect(boxes).toHaveLength(2);
    expectNear(boxes[0], await inkOf(drawing(1, 0)), 40);
    expectNear(boxes[1], await inkOf(drawing(0, 1)), 40);
  });

  it('are around a code, and of an animation on the page that has it', async () => {
    const path = join(folder, 'code.png');
    await (await codePicture('https://wa.me/1')).png().toFile(path);
    const { width = 0, height = 0 } = await sharp(path).metadata();
    const [boxes = []] = await boxesOn(path);
    expectNear(boxes[0], { x: 112, y: 112, width: width - 224, height: height - 224 }, 100, 0.2);
    const size = { width: 800, height: 600 };
    const pages = [sign(['Nothing yet'], size), drawn(size), drawn({ ...size, top: 300 })];
    const paged = await fileOf(folder, 'pages.webp', await animation(pages, 'webp'));
    const [onPages] = await boxesOn(paged);
    expectNear(onPages?.[0], await inkOf(drawn({ ...size, isAlone: true })), 40);
  });

  it('are in pixels of the stored picture of a frame', async () => {
    const still = join(folder, 'still.png');
    const wide = { width: 2_560, height: 1_440, size: 100, top: 600 };
    await drawn(wide).png().toFile(still);
    const path = join(folder, 'wide.mp4');
    await ffmpeg('-loop', '1', '-i', still, '-t', '1', '-r', '2', ...small, path);
    const stored = join(folder, 'frame.jpg');
    const { frames } = await checkFrames(
      {
        programs,
        checkFrame: ppOcr,
        evaluate: rulesOf([risky], []),
        blobs: {
          async put(_key, body) {
            await pipeline(
              body instanceof Uint8Array ? Readable.from([body]) : body,
              createWriteStream(stored),
            );
            return { sizeBytes: 0 };
          },
        },
      },
      {
        path,
        probe: await probeVideo(programs, path, signal()),
        request: { ...request, checkId: 'video_1' },
        stages: { get: () => undefined, put: async () => undefined },
        signal: signal(),
      },
    );
    const { width = 0 } = await sharp(stored).metadata();
    const scale = width / wide.width;
    expect(scale).toBe(0.75);
    const ink = await inkOf(drawn({ ...wide, isAlone: true }));
    const expected = {
      x: ink.x * scale,
      y: ink.y * scale,
      width: ink.width * scale,
      height: ink.height * scale,
    };
    expectNear(frames[0]?.detections[0]?.boxes?.[0], expected, wide.size * scale);
  });
});
