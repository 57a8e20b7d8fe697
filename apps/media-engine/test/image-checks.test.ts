import { readdir, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mediaProgramsMissing } from '@redline/testkit';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heicConverter } from '../src/clients/images/convert-heic.ts';
import { createImageProcess, type ImageProcess } from '../src/clients/images/image-process.ts';
import { createPpOcr } from '../src/clients/images/pp-ocr.ts';
import { createRecognizerProcess } from '../src/clients/images/recognizer-process.ts';
import { type HeldFolder, makePrivateFolder } from '../src/clients/private-folder.ts';
import { programRunner } from '../src/clients/programs/run-program.ts';
import { allDetectors, type DetectorParts } from '../src/detectors/all-detectors.ts';
import type { CheckRequest } from '../src/domain/detection.ts';
import { type CheckImage, type ImageCheckDeps, imageChecker } from '../src/image/check-image.ts';
import { openRecognizers } from '../src/open-recognizers.ts';
import { animation, codePicture, fileOf, gifOfPages, heic, pngOfSize, sign } from './image-files.ts';
import { type Asked, rulesOf } from './rules.ts';
import { testSandbox } from './sandbox.ts';

const risky = 'Cures diabetes naturally';
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
const signal = () => AbortSignal.timeout(60_000);
const sandbox = await testSandbox();

let held: HeldFolder;
let folder: string;
let imageProcess: ImageProcess;
let reading: ReturnType<typeof openRecognizers>;
let asked: Asked[];
let failures: string[];
let deps: ImageCheckDeps;
let checkImage: CheckImage;

beforeAll(async () => {
  held = await makePrivateFolder();
  folder = held.path;
  imageProcess = createImageProcess({ sandbox, timeoutMs: 30_000, callsMax: 1_000 });
  reading = openReading();
});
afterAll(async () => {
  await Promise.all([imageProcess.close(), reading.close()]);
  await held.release();
});
beforeEach(() => {
  [asked, failures] = [[], []];
  deps = {
    imageProcess,
    convertHeic: heicConverter(programRunner(sandbox), 'heif-convert'),
    detectors: pageDetectors(),
    evaluate: rulesOf([risky, 'wa.me'], asked),
    onFailure: (detector) => failures.push(detector),
  };
  checkImage = imageChecker(deps);
});

const openReading = (config: Partial<Parameters<typeof openRecognizers>[0]> = {}) =>
  openRecognizers(
    { TEXT_RECOGNIZER: 'pp_ocr', TESSERACT_PATH: 'tesseract', OCR_CONCURRENCY: 2, ...config },
    { sandbox, run: programRunner(sandbox), imageProcess, timeoutMs: 30_000, niceness: 0 },
  );

/** The detectors of pages as the engine has them, without a vision model. */
const pageDetectors = (changes: Partial<DetectorParts> = {}) =>
  allDetectors({
    imageProcess,
    recognizers: reading.recognizers,
    onRead: (recognizer, failure) => failure && failures.push(recognizer),
    labelPicture: null,
    listLabels: async () => [],
    transcriber: null,
    ...changes,
  }).page;

const checked = (path: string, changes: Partial<CheckRequest> = {}) =>
  checkImage(path, { ...request, ...changes }, signal());
const wordsFound = async (path: string) =>
  (await checked(path)).detections.map(({ matchedText }) => matchedText);
const ran = (detector: string) => ({ detector, status: 'ran' });

describe.skipIf(mediaProgramsMissing())('an image check', () => {
  it('reads the words, has them evaluated, and says which detectors ran', async () => {
    const path = join(folder, 'plain.jpg');
    await sign([risky, 'Only today']).jpeg().toFile(path);
    const report = await checked(path);
    expect(report).toMatchObject({ width: 800, height: 600, ocrText: `${risky}\nOnly today` });
    expect(report.detections).toMatchObject([
      { detector: 'text', matchedText: risky, description: { 'en-US': `Rule: “${risky}”` } },
    ]);
    expect(report.coverage).toEqual([
      { ...ran('text'), recognizers: ['pp_ocr'] },
      ...[ran('codes'), ran('nudity')],
      { detector: 'vision', status: 'not_configured' },
    ]);
    expect(asked).toMatchObject([{ request: { requestId: 'r1' }, medium: 'picture', labels: [] }]);
    expect(failures).toEqual([]);
  });

  it.each([
    ['PNG', 'a.png', () => sign([risky]).png()],
    ['WebP', 'a.webp', () => sign([risky]).webp()],
    ['GIF', 'a.gif', () => sign([risky]).gif()],
    ['AVIF', 'a.avif', () => sign([risky]).avif()],
    ['CMYK', 'cmyk.jpg', () => sign([risky]).toColourspace('cmyk').jpeg()],
    ['16 bits a channel', 'deep.png', () => sign([risky]).toColourspace('rgb16').png()],
    ['light on dark', 'dark.jpg', () => sign([risky], { paper: '#5b0f2e', ink: '#ffe640' }).jpeg()],
    ['a transparent paper', 'clear.png', () => sign([risky], { paper: 'none' }).png()],
    ['interlaced', 'laced.png', () => sign([risky]).png({ progressive: true })],
  ])('reads %s', async (_, name, picture) => {
    const path = join(folder, name);
    await picture().toFile(path);
    expect(await wordsFound(path)).toEqual([risky]);
  });

  it('reads HEIC', async () => {
    expect(await wordsFound(await heic(sign([risky]), folder))).toEqual([risky]);
  });

  it.each([3, 6, 8])(
    'reads an image that is rotated by its file, EXIF orientation %i',
    async (orientation) => {
      const turned = { 3: 180, 6: 270, 8: 90 }[orientation] ?? 0;
      const path = join(folder, `turned-${orientation}.jpg`);
      const lying = await sign([risky]).png().toBuffer();
      await sharp(lying).rotate(turned).withMetadata({ orientation }).jpeg().toFile(path);
      const report = await checked(path);
      expect([report.width, report.height, report.detections.length]).toEqual([800, 600, 1]);
    },
  );

  it.each(['gif', 'webp'] as const)('finds words on page 5 of a %s alone', async (format) => {
    const pages = Array.from({ length: 9 }, (_, page) => sign([page === 4 ? risky : `Step ${page}`]));
    const path = await fileOf(folder, `pages.${format}`, await animation(pages, format));
    expect(await wordsFound(path)).toEqual([risky]);
  });

  it('says how many pages of an animation were checked', { timeout: 60_000 }, async () => {
    const pages = Array.from({ length: 13 }, (_, page) => sign([`Step ${page}`, `of the ${page}th day`]));
    const { coverage } = await checked(await fileOf(folder, 'long.gif', await animation(pages, 'gif')));
    const codes = coverage.find(({ detector }) => detector === 'codes');
    expect(codes).toEqual({ detector: 'codes', status: 'ran', looked: { seen: 10, total: 13 } });
  });

  it('reads the far end of a page 10,000 pixels long', async () => {
    const path = join(folder, 'long.png');
    await sign([risky], { width: 750, height: 10_000, top: 9_900, size: 30 }).png().toFile(path);
    expect(await wordsFound(path)).toEqual([risky]);
  });

  it('reads a page of 10,000 by 10,000 pixels', async () => {
    const path = join(folder, 'large.png');
    const words = await sign([risky], { width: 2_000, height: 400, size: 90, top: 200 }).png().toBuffer();
    const paper = { width: 10_000, height: 10_000, channels: 3 as const, background: 'white' };
    await sharp({ create: paper, limitInputPixels: false })
      .composite([{ input: await sharp(words).resize(8_000).png().toBuffer(), left: 500, top: 4_000 }])
      .png({ compressionLevel: 1 })
      .toFile(path);
    const report = await checked(path);
    expect([report.width, report.height]).toEqual([10_000, 10_000]);
    expect(report.detections).toHaveLength(1);
  });

  it.each([
    ['upright', (code: Sharp) => code],
    ['inverted', (code: Sharp) => code.negate()],
    ['turned', (code: Sharp) => code.rotate(90)],
  ])('reads a QR code, %s, and has its text evaluated', async (how, change) => {
    const path = join(folder, `code-${how}.png`);
    await change(await codePicture('https://wa.me/15550107788'))
      .png()
      .toFile(path);
    const { detections } = await checked(path);
    expect(detections).toMatchObject([
      { detector: 'codes', matchedText: 'wa.me' },
      { detector: 'codes', matchedText: 'https://wa.me/15550107788', types: ['AD'] },
    ]);
  });

  it('reads a barcode', async () => {
    const path = join(folder, 'barcode.png');
    await (await codePicture('CALL-555-0107', 'Code128')).png().toFile(path);
    expect((await checked(path)).detections).toMatchObject([
      { description: { 'en-US': 'barcode: “CALL-555-0107”' } },
    ]);
  });

  it('runs only the detectors that can find what is asked for, and skips those that it is told to skip', async () => {
    const path = join(folder, 'types.jpg');
    await sign([risky]).jpeg().toFile(path);
    const porn = await checked(path, { types: ['PORN'] });
    expect([porn.detections, porn.coverage.map(({ detector }) => detector)]).toEqual([
      [],
      ['text', 'nudity', 'vision'],
    ]);
    const skipping = await checkImage(path, request, signal(), { skip: ['nudity', 'vision'] });
    expect(skipping.coverage).toEqual([{ ...ran('text'), recognizers: ['pp_ocr'] }, ran('codes')]);
  });

  it.each([
    ['ends', 'process.abort()', 30_000],
    ['does not answer', 'setInterval(() => {}, 1_000)', 3_000],
    [
      'cannot load its models',
      "process.on('message', ({ number }) => process.send({ number, error: 'its SHA-256 differs' }))",
      30_000,
    ],
  ])('is read by tesseract where the process of PP-OCR %s, and says so', async (how, program, timeoutMs) => {
    const file = await fileOf(folder, `recognizer-${how.length}.mjs`, program);
    const process = createRecognizerProcess({ sandbox, timeoutMs, callsMax: 10 }, pathToFileURL(file));
    const ppOcr = createPpOcr({ process, timeLimitMs: 1_000, failuresMax: 2, restMs: 60_000 });
    const detectors = pageDetectors({ recognizers: [ppOcr, ...reading.recognizers.slice(1)] });
    const path = join(folder, `read-twice-${how.length}.jpg`);
    await sign([risky]).jpeg().toFile(path);
    const report = await imageChecker({ ...deps, detectors })(path, request, signal());
    await process.close();
    expect(report.ocrText).toBe(risky);
    expect(report.coverage).toContainEqual({ ...ran('text'), recognizers: ['tesseract'] });
    expect(failures).toEqual(['pp_ocr']);
  });

  it('reports that no text recognition is installed', async () => {
    const { recognizers } = openReading({
      TEXT_RECOGNIZER: 'tesseract',
      TESSERACT_PATH: 'redline-no-tesseract',
    });
    const detectors = pageDetectors({ recognizers });
    const path = join(folder, 'unread.jpg');
    await sign([risky]).jpeg().toFile(path);
    const report = await imageChecker({ ...deps, detectors })(path, request, signal());
    expect(report.coverage).toContainEqual({ detector: 'text', status: 'not_configured' });
    expect(report.detections).toEqual([]);
  });

  it('continues if a detector fails, and reports it', async () => {
    const path = join(folder, 'failing.jpg');
    await sign([risky]).jpeg().toFile(path);
    const detectors = pageDetectors({ labelPicture: () => Promise.reject(new Error('down')) });
    const report = await imageChecker({ ...deps, detectors })(path, request, signal());
    expect(report.coverage).toContainEqual({ detector: 'vision', status: 'failed' });
    expect([report.detections.length, failures]).toEqual([1, ['vision']]);
  });

  it('gives no report if the rules cannot be asked', async () => {
    const path = join(folder, 'not-evaluated.jpg');
    await sign([risky]).jpeg().toFile(path);
    const evaluate = () => Promise.reject(new Error('no answer'));
    await expect(imageChecker({ ...deps, evaluate })(path, request, signal())).rejects.toThrow('no answer');
  });

  it('finds no words in noise', async () => {
    const path = join(folder, 'noise.png');
    const noise = Buffer.from(
      Array.from({ length: 400 * 400 * 3 }, (_, n) => (n * 7919 + (n >> 5) * 31) & 255),
    );
    await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
      .resize(1_080, 1_080)
      .png()
      .toFile(path);
    expect((await checked(path)).detections).toEqual([]);
  });
});

describe('a file that is no image', () => {
  const notRead = /no picture that can be read/;
  it.each([
    ['an empty file', '', /is empty/],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>', notRead],
    ['SVG behind an XML head', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', notRead],
    ['HTML', '<!doctype html><img src="file:///etc/passwd">', notRead],
    ['a playlist', '#EXTM3U\nfile:///etc/passwd\n', notRead],
    ['PDF', '%PDF-1.4\n1 0 obj<<>>endobj', notRead],
    ['the head of a JPEG alone', Buffer.from('ffd8ffe000104a46494600', 'hex'), /damaged/],
    ['a PNG of 3.6 gigapixels', pngOfSize(60_000, 60_000), /more than 100000000 pixels/],
    ['a GIF of 100 pages of 25 megapixels', gifOfPages(5_000, 5_000, 100), /too long: 100 pages/],
    ['a GIF of 2,000 pages', gifOfPages(10, 10, 2_000), /too long: 2000 pages/],
  ])('%s is refused with a sentence, at once', async (name, bytes, message) => {
    const path = await fileOf(folder, name.replace(/\W+/g, '-'), bytes);
    const startedMs = performance.now();
    const error = await checked(path).catch((error: Error) => error);
    expect(error).toMatchObject({ name: 'ImageError', message: expect.stringMatching(message) });
    expect(String(error)).not.toContain(folder);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it.each(['jpg', 'png', 'webp', 'gif'])('a %s that is cut off is refused', async (format) => {
    const path = join(folder, `broken.${format}`);
    await sign([risky, 'and more', 'and more']).toFile(path);
    const { size } = await sharp(path)
      .toBuffer()
      .then((bytes) => ({ size: bytes.length }));
    await truncate(path, Math.floor(size / 2));
    await expect(checked(path)).rejects.toMatchObject({ name: 'ImageError' });
  });

  it('leaves no folder behind', async () => {
    const before = await readdir(dirname(folder));
    await expect(checked(await fileOf(folder, 'text', 'text'))).rejects.toThrow();
    expect(await readdir(dirname(folder))).toEqual(before);
  });
});
