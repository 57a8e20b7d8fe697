import { describe, expect, it } from 'vitest';
import { dataOf, pauses, progressOf } from './polling.ts';

const body = (data: object) => JSON.stringify({ success: true, data });

describe('a client that polls', () => {
  it('waits twice as long each time, up to a bound, and gives up', () => {
    expect(pauses('text', 20_000)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(pauses('video', 30_000)).toEqual([5_000, 10_000, 10_000]);
  });

  it('goes on while a text is processing, and takes the time of its end from the record', () => {
    expect(progressOf('text', body({ status: 'processing', updatedAt: '2026-01-01T00:00:00.000Z' }))).toEqual(
      {
        state: 'processing',
        endedAtMs: undefined,
      },
    );
    expect(progressOf('text', body({ status: 'completed', updatedAt: '1970-01-01T00:00:01.000Z' }))).toEqual({
      state: 'completed',
      endedAtMs: 1_000,
    });
  });

  it('goes on while a batch has no result, and while the voice of a video is transcribed', () => {
    expect(progressOf('batch', body({ status: 'processing', result: null }))?.state).toBe('processing');
    const at = '1970-01-01T00:00:02.000Z';
    const ended = body({ status: 'completed', result: 'PASS', finishedAt: at });
    expect(progressOf('batch', ended)).toEqual({ state: 'completed', endedAtMs: 2_000 });
    const heard = (transcriptStatus: string) =>
      body({ status: 'completed', transcriptStatus, updatedAt: at });
    expect(progressOf('video', heard('processing'))?.state).toBe('processing');
    expect(progressOf('video', heard('empty'))?.state).toBe('completed');
    const main = body({ status: 'completed', transcript: { status: 'processing' }, updatedAt: at });
    expect(progressOf('video', main)?.state).toBe('processing');
  });

  it('takes nothing else for a record', () => {
    expect(progressOf('text', '<html>')).toBeUndefined();
    expect(progressOf('text', body({ status: 'strange' }))).toBeUndefined();
    expect(dataOf('')).toBeUndefined();
  });
});
