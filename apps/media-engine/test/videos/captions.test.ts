import { join } from 'node:path';
import { mediaProgramsMissing } from '@redline/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heicConverter } from '../../src/clients/images/convert-heic.ts';
import { createImageProcess } from '../../src/clients/images/image-process.ts';
import { type HeldFolder, makePrivateFolder } from '../../src/clients/private-folder.ts';
import { programRunner } from '../../src/clients/programs/run-program.ts';
import { allDetectors } from '../../src/detectors/all-detectors.ts';
import type { VisualReport, VoiceReport } from '../../src/domain/videos/reports.ts';
import { imageChecker } from '../../src/image/check-image.ts';
import { openRecognizers } from '../../src/open-recognizers.ts';
import { videoChecker } from '../../src/video/check-video.ts';
import { type Asked, rulesOf } from '../rules.ts';
import { testSandbox } from '../sandbox.ts';
import { ffmpeg, programs, small } from './make-video.ts';

/** Text that is burned into a picture: from one second to another, at a place that may be a formula of ffmpeg. */
interface Burned {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly x?: number | string;
  readonly y?: number;
  readonly size?: number;
}

const sandbox = await testSandbox();
const imageProcess = createImageProcess({ sandbox, timeoutMs: 60_000, callsMax: 1_000 });
const run = programRunner(sandbox);
const reading = openRecognizers(
  { TEXT_RECOGNIZER: 'pp_ocr', TESSERACT_PATH: 'tesseract', OCR_CONCURRENCY: 2 },
  { sandbox, run, imageProcess, timeoutMs: 60_000, niceness: 0 },
);
let held: HeldFolder;
beforeAll(async () => {
  held = await makePrivateFolder();
});
afterAll(async () => {
  await Promise.all([imageProcess.close(), reading.close()]);
  await held.release();
});
const at = (name: string) => join(held.path, name);
const { signal } = new AbortController();

/** Makes a video of a picture that always moves, so that every sample is a frame of its own, with text burned in. */
async function burned(name: string, seconds: number, texts: readonly Burned[]): Promise<string> {
  const ground = at('ground.png');
  const noise = { type: 'gaussian', mean: 90, sigma: 40 } as const;
  const rough = { width: 60, height: 24, channels: 3, background: '#5a6a7a', noise } as const;
  await sharp({ create: rough }).resize(2_400, 480, { kernel: 'cubic' }).blur(8).png().toFile(ground);
  const pictures = await Promise.all(
    texts.map(async ({ text, size = 34 }, place) => {
      const width = Math.ceil(text.length * size * 0.66) + 20;
      const letters = `font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="${size}"`;
      const paint = 'fill="#ffffff" stroke="#000000" stroke-width="6" paint-order="stroke"';
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${size * 2}"><text x="10" y="${size * 1.4}" ${letters} ${paint}>${text}</text></svg>`;
      const path = at(`${name}-${place}.png`);
      await sharp(Buffer.from(svg)).png().toFile(path);
      return path;
    }),
  );
  const overlays = texts.map(({ from, to, x = 60, y = 380 }, place) => {
    const shown = `enable='between(t,${from},${to - 0.01})'`;
    return `[v${place}][${place + 1}:v]overlay=x='${x}':y=${y}:${shown}[v${place + 1}]`;
  });
  const graph = [`[0:v]crop=800:480:'t*40':0[v0]`, ...overlays].join(';');
  return ffmpeg(
    ...['-loop', '1', '-framerate', '10', '-t', `${seconds}`, '-i', ground],
    ...pictures.flatMap((path) => ['-i', path]),
    ...['-filter_complex', graph, '-map', `[v${texts.length}]`, '-t', `${seconds}`, ...small],
    at(`${name}.mp4`),
  );
}

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
  script: null as string | null,
};

/** Checks a video by rules that forbid some phrases, without a transcriber. */
async function check(
  path: string,
  phrases: readonly string[],
  changes: Partial<typeof request> = {},
): Promise<{ visual: VisualReport; voice: VoiceReport; asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const evaluate = rulesOf(phrases, asked);
  const onFailure = (detector: string, error: unknown) => {
    throw new Error(`${detector} failed`, { cause: error });
  };
  const { page, transcription } = allDetectors({
    ...{ imageProcess, recognizers: reading.recognizers, onRead: () => undefined },
    ...{ labelPicture: null, listLabels: async () => [], transcriber: null },
  });
  const convertHeic = heicConverter(run, 'heif-convert');
  const detectors = page.filter(({ name }) => name === 'text');
  const { visual, voice } = videoChecker({
    programs,
    checkFrame: imageChecker({ imageProcess, convertHeic, detectors, evaluate, onFailure }),
    blobs: { put: async () => ({ sizeBytes: 0 }) },
    ...{ transcription, evaluate, onFailure },
  })(path, { ...request, ...changes }, { get: () => undefined, put: async () => undefined }, signal);
  return { visual: await visual, voice: await voice, asked };
}

const captionsOf = ({ frames }: VisualReport) => frames.flatMap(({ captions = [] }) => captions);
const found = ({ frames }: VisualReport) =>
  frames.flatMap(({ timeSeconds, detections }) =>
    detections.filter(({ isRepeated }) => !isRepeated).map((one) => ({ timeSeconds, ...one })),
  );

describe.skipIf(mediaProgramsMissing())('captions that are burned into a video', () => {
  it('are joined over frames, and a claim that goes on over two of them is found, once', async () => {
    const path = await burned('two', 10, [
      { text: 'Our green tea cures', from: 2, to: 5 },
      { text: 'gout in a week.', from: 5, to: 8 },
    ]);
    const { visual, asked } = await check(path, ['cures gout']);
    expect(captionsOf(visual)).toMatchObject([
      { text: 'Our green tea cures', riskLevel: 'REJECT' },
      { text: 'gout in a week.', riskLevel: 'REJECT' },
    ]);
    const times = captionsOf(visual).map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
    expect(times.flat().map(Math.round)).toEqual([2, 5, 5, 8]);
    expect(visual.frames.length).toBeGreaterThanOrEqual(9);
    const findings = found(visual);
    expect(findings).toMatchObject([{ matchedText: 'cures gout', detector: 'text' }]);
    expect(Math.round(findings[0]?.timeSeconds ?? 0)).toBe(2);
    expect([findings[0]?.shown?.startSeconds, findings[0]?.shown?.endSeconds]).toEqual([
      times[0]?.[0],
      times[1]?.[1],
    ]);
    // The place of its words on the picture of the first caption: behind "Our green tea".
    const [box, ...others] = findings[0]?.boxes ?? [];
    expect(others).toEqual([]);
    expect(box?.x).toBeGreaterThan(280);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(520);
    expect(box?.y).toBeGreaterThan(360);
    expect(asked.every(({ medium }) => medium === 'picture')).toBe(true);
  });

  it('are no transcript, and what was to be said is not compared with them', async () => {
    const path = await burned('silent', 4, [{ text: 'Our tea cures gout', from: 0, to: 4 }]);
    const { visual, voice, asked } = await check(path, ['cures gout'], { script: 'Our tea is green.' });
    expect(captionsOf(visual)).toMatchObject([{ text: 'Our tea cures gout', riskLevel: 'REJECT' }]);
    expect(voice).toMatchObject({ status: 'empty', text: null, sentences: [], risks: [], drift: 'skipped' });
    expect(asked.filter(({ medium }) => medium === 'voiceover')).toEqual([]);
  });

  it('have each finding once, on the first frame that shows it, and all frames keep their verdict', async () => {
    const path = await burned('mark', 8, [
      { text: 'This tea cures gout', from: 0, to: 8, y: 20 },
      { text: 'Pick it by hand', from: 1, to: 4 },
      { text: 'and dry it slowly', from: 4, to: 7 },
    ]);
    const { visual } = await check(path, ['cures gout']);
    expect(captionsOf(visual).map(({ text }) => text)).toEqual([
      'This tea cures gout',
      'Pick it by hand',
      'and dry it slowly',
    ]);
    const [mark] = captionsOf(visual);
    expect(mark).toMatchObject({ startSeconds: 0, riskLevel: 'REJECT' });
    expect(mark?.endSeconds).toBeCloseTo(8, 0);
    expect(visual.frames.every(({ detections }) => detections.length === 1)).toBe(true);
    expect(found(visual)).toMatchObject([{ matchedText: 'cures gout', timeSeconds: 0 }]);
  });

  it('that move through the picture are one, and what no frame shows as a whole is found', async () => {
    const text = 'Free shipping on all orders of green tea until Sunday evening in every shop';
    const path = await burned('ticker', 14, [
      { text, from: 0, to: 14, x: '800-150*t', y: 420, size: 30 },
      { text: 'TEAHOUSE', from: 0, to: 14, x: 560, y: 20 },
    ]);
    const whole = 'all orders of green tea until Sunday evening in every';
    const { visual } = await check(path, [whole]);
    const moving = captionsOf(visual).filter(({ text: one }) => !one.startsWith('TEAHOUSE'));
    expect(moving.length).toBeLessThanOrEqual(2);
    expect(moving.some((one) => one.text.includes(whole) && one.endSeconds - one.startSeconds > 8)).toBe(
      true,
    );
    expect(found(visual)).toMatchObject([{ matchedText: whole }]);
  });
});
