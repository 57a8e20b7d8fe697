import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaProgramsMissing } from '@redline/testkit';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heicConverter } from '../src/clients/images/convert-heic.ts';
import { createPictureProcess, type PictureProcess } from '../src/clients/images/image-process.ts';
import { programRunner } from '../src/clients/programs/run-program.ts';
import { createTextReader } from '../src/clients/programs/tesseract.ts';
import type { Ask } from '../src/domain/detection.ts';
import { type LookAtPicture, type PictureParts, pictureLooker } from '../src/image/check-image.ts';
import { animation, codePicture, fileOf, gifOfPages, heic, pngOfSize, sign } from './image-files.ts';
import { type Asked, rulesOf } from './rules.ts';

const risky = 'Cures diabetes naturally';
const ask: Ask = {
  scope: { accountId: 'acct_1', siteId: 'us', tenantId: '' },
  ...{ requestId: 'r1', platform: 'shortvideo_us', vertical: 'general' },
  ...{ productVertical: null, sceneMode: null, types: null, audioTypes: null },
};
const signal = () => AbortSignal.timeout(60_000);
const searchPath = process.env['PATH'] ?? '';

let folder: string;
let pictures: PictureProcess;
let asked: Asked[];
let failures: string[];
let parts: PictureParts;
let look: LookAtPicture;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-pictures-'));
  pictures = createPictureProcess({ timeoutMs: 30_000, questionsMax: 1_000 });
});
afterAll(async () => {
  await pictures.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  [asked, failures] = [[], []];
  const runProgram = programRunner(searchPath);
  parts = {
    ...{ pictures, see: null, onFailure: (detector) => failures.push(detector) },
    reader: createTextReader(runProgram, { program: 'tesseract', concurrency: 2 }),
    convertHeic: heicConverter(runProgram, 'heif-convert'),
    evaluate: rulesOf([risky, 'wa.me'], asked),
  };
  look = pictureLooker(parts);
});

const looked = (path: string, changes: Partial<Ask> = {}) => look(path, { ...ask, ...changes }, signal());
const wordsFound = async (path: string) =>
  (await looked(path)).detections.map(({ matchedText }) => matchedText);
const ran = (detector: string) => ({ detector, status: 'ran' });

describe.skipIf(mediaProgramsMissing())('looking at a picture', () => {
  it('reads its words, has them judged, and says which detectors looked', async () => {
    const path = join(folder, 'plain.jpg');
    await sign([risky, 'Only today']).jpeg().toFile(path);
    const report = await looked(path);
    expect(report).toMatchObject({ width: 800, height: 600, ocrText: `${risky}\nOnly today` });
    expect(report.detections).toMatchObject([
      { detector: 'text', matchedText: risky, description: { 'en-US': `Rule: “${risky}”` } },
    ]);
    expect(report.coverage).toEqual([
      ...[ran('text'), ran('codes'), ran('nudity')],
      { detector: 'vision', status: 'not_configured' },
    ]);
    expect(asked).toMatchObject([{ ask: { requestId: 'r1' }, medium: 'picture', labels: [] }]);
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

  it.each([3, 6, 8])('reads a picture that its file turns, EXIF orientation %i', async (orientation) => {
    const turned = { 3: 180, 6: 270, 8: 90 }[orientation] ?? 0;
    const path = join(folder, `turned-${orientation}.jpg`);
    const lying = await sign([risky]).png().toBuffer();
    await sharp(lying).rotate(turned).withMetadata({ orientation }).jpeg().toFile(path);
    const report = await looked(path);
    expect([report.width, report.height, report.detections.length]).toEqual([800, 600, 1]);
  });

  it.each(['gif', 'webp'] as const)('sees what stands on page 5 of a %s alone', async (format) => {
    const pages = Array.from({ length: 9 }, (_, page) => sign([page === 4 ? risky : `Step ${page}`]));
    const path = await fileOf(folder, `pages.${format}`, await animation(pages, format));
    expect(await wordsFound(path)).toEqual([risky]);
  });

  it('says of an animation how many pages nobody saw', async () => {
    const pages = Array.from({ length: 13 }, (_, page) => sign([`Step ${page}`, `of the ${page}th day`]));
    const { coverage } = await looked(await fileOf(folder, 'long.gif', await animation(pages, 'gif')));
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
    const report = await looked(path);
    expect([report.width, report.height]).toEqual([10_000, 10_000]);
    expect(report.detections).toHaveLength(1);
  });

  it.each([
    ['upright', (code: Sharp) => code],
    ['inverted', (code: Sharp) => code.negate()],
    ['turned', (code: Sharp) => code.rotate(90)],
  ])('reads a QR code, %s, and has what it says judged', async (how, change) => {
    const path = join(folder, `code-${how}.png`);
    await change(await codePicture('https://wa.me/15550107788'))
      .png()
      .toFile(path);
    const { detections } = await looked(path);
    expect(detections).toMatchObject([
      { detector: 'codes', matchedText: 'wa.me' },
      { detector: 'codes', matchedText: 'https://wa.me/15550107788', types: ['AD'] },
    ]);
  });

  it('reads a barcode', async () => {
    const path = join(folder, 'barcode.png');
    await (await codePicture('CALL-555-0107', 'Code128')).png().toFile(path);
    expect((await looked(path)).detections).toMatchObject([
      { description: { 'en-US': 'barcode: “CALL-555-0107”' } },
    ]);
  });

  it('asks only the detectors that can find what is asked for, and none that it is told to leave out', async () => {
    const path = join(folder, 'types.jpg');
    await sign([risky]).jpeg().toFile(path);
    const porn = await looked(path, { types: ['PORN'] });
    expect([porn.detections, porn.coverage.map(({ detector }) => detector)]).toEqual([
      [],
      ['text', 'nudity', 'vision'],
    ]);
    const skipping = await look(path, ask, signal(), { skip: ['nudity', 'vision'] });
    expect(skipping.coverage).toEqual([ran('text'), ran('codes')]);
  });

  it('tells on the record that nothing reads text here', async () => {
    const reader = createTextReader(programRunner(searchPath), {
      program: 'redline-no-tesseract',
      concurrency: 1,
    });
    const path = join(folder, 'unread.jpg');
    await sign([risky]).jpeg().toFile(path);
    const report = await pictureLooker({ ...parts, reader })(path, ask, signal());
    expect(report.coverage).toContainEqual({ detector: 'text', status: 'not_configured' });
    expect(report.detections).toEqual([]);
  });

  it('goes on when a detector fails, and tells of it', async () => {
    const path = join(folder, 'failing.jpg');
    await sign([risky]).jpeg().toFile(path);
    const see = () => Promise.reject(new Error('down'));
    const report = await pictureLooker({ ...parts, see })(path, ask, signal());
    expect(report.coverage).toContainEqual({ detector: 'vision', status: 'failed' });
    expect([report.detections.length, failures]).toEqual([1, ['vision']]);
  });

  it('gives no report where the rules cannot be asked', async () => {
    const path = join(folder, 'unjudged.jpg');
    await sign([risky]).jpeg().toFile(path);
    const evaluate = () => Promise.reject(new Error('no answer'));
    await expect(pictureLooker({ ...parts, evaluate })(path, ask, signal())).rejects.toThrow('no answer');
  });

  it('finds no words, and asks for no judgment, where there are none', async () => {
    const path = join(folder, 'noise.png');
    const noise = Buffer.from(
      Array.from({ length: 400 * 400 * 3 }, (_, n) => (n * 7919 + (n >> 5) * 31) & 255),
    );
    await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
      .resize(1_080, 1_080)
      .png()
      .toFile(path);
    expect((await looked(path)).detections).toEqual([]);
  });
});

describe('what is no picture', () => {
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
  ])('%s is refused with a sentence, and at once', async (name, bytes, message) => {
    const path = await fileOf(folder, name.replace(/\W+/g, '-'), bytes);
    const startedMs = performance.now();
    const fault = await looked(path).catch((error: Error) => error);
    expect(fault).toMatchObject({ name: 'PictureFault', message: expect.stringMatching(message) });
    expect(String(fault)).not.toContain(folder);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it.each(['jpg', 'png', 'webp', 'gif'])('a %s that broke off is refused', async (format) => {
    const path = join(folder, `broken.${format}`);
    await sign([risky, 'and more', 'and more']).toFile(path);
    const { size } = await sharp(path)
      .toBuffer()
      .then((bytes) => ({ size: bytes.length }));
    await truncate(path, Math.floor(size / 2));
    await expect(looked(path)).rejects.toMatchObject({ name: 'PictureFault' });
  });

  it('leaves nothing behind', async () => {
    const before = await readdir(tmpdir());
    await expect(looked(await fileOf(folder, 'text', 'text'))).rejects.toThrow();
    const after = await readdir(tmpdir());
    const left = after.filter((name) => name.startsWith('redline-media-') && !before.includes(name));
    expect(left).toEqual([]);
  });
});
