import { createLogger } from '@redline/service-kit/log';
import { describe, expect, it } from 'vitest';
import type { MeasureSource } from '../clients/fetching/open-source.ts';
import { SourceError } from '../clients/fetching/source-error.ts';
import { measureVideo } from './video-measure.ts';

const context = {
  subject: 'rpc.media.video.measure',
  requestId: 'req-1',
  traceparent: undefined,
  log: createLogger({ service: 'test', level: 'silent' }),
};
const mp4Head = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');
const asked = { videoUrl: 'https://shop.example/v.mp4', videoSize: 1 };
const measure = (measureSource: MeasureSource, waitMs = 5_000) =>
  measureVideo({ measureSource })({ ...asked, deadlineMs: Date.now() + waitMs }, context);
const found = (sizeBytes: number | null, head = mp4Head) => measure(async () => ({ sizeBytes, head }));

describe('a video of a batch', () => {
  it.each([
    ['in megabytes of 10^6 bytes', 1_000_000],
    ['in megabytes of 2^20 bytes', 1_048_576],
    ['whose server does not say its size, which is verified when it is fetched', null],
  ])('fits %s', async (_, sizeBytes) => {
    expect(await found(sizeBytes)).toEqual({ outcome: 'fits' });
  });

  it.each([
    [
      'of another size',
      () => found(1_200_000),
      /videoSize is 1 MB, but the file behind videoUrl has 1200000 bytes/,
      'videoSize',
    ],
    [
      'that is no video',
      () => found(1_000_000, Buffer.from('<html>')),
      /must lead to a video file/,
      'videoUrl',
    ],
    [
      'that cannot be reached',
      () => measure(async () => Promise.reject(new SourceError('unreachable', 'its server is away'))),
      /cannot be fetched: its server is away/,
      'videoUrl',
    ],
  ])('%s is a misfit, with a sentence and its field', async (_, answering, sentence, path) => {
    const answer = await answering();
    const message = expect.stringMatching(sentence);
    expect(answer).toEqual({ outcome: 'misfit', message, issues: [{ path, message }] });
  });

  it.each([
    ['soon', 50],
    ['already', -1_000],
  ])('whose server says nothing is a misfit at its deadline, which is over %s', async (_, waitMs) => {
    const silent: MeasureSource = (_url, signal) =>
      new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const startedMs = performance.now();
    expect(await measure(silent, waitMs)).toMatchObject({
      outcome: 'misfit',
      message: expect.stringContaining('did not answer within'),
    });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('is no misfit for what fails on our side', async () => {
    await expect(measure(async () => Promise.reject(new Error('the store is away')))).rejects.toThrow('away');
  });
});
