import {
  startTranscriptionServer,
  type TranscriptionReply,
  type TranscriptionServer,
} from '@redline/testkit/transcription';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointOptions } from '../endpoint/guard.ts';
import { createTranscribe } from './transcribe.ts';

let server: TranscriptionServer;
beforeEach(async () => {
  server = await startTranscriptionServer();
});
afterEach(() => server.dispose());

const question = {
  audio: new Blob([new Uint8Array([1, 2, 3])]),
  filename: 'voice.wav',
  durationSeconds: 10,
  language: 'en',
};
const transcribeOf = (changes: Partial<EndpointOptions> = {}) =>
  createTranscribe({
    url: server.url,
    key: 'sk-secret',
    model: 'ear-1',
    timeoutMs: 2_000,
    retriesMax: 1,
    concurrencyMax: 2,
    failuresMax: 3,
    restMs: 60_000,
    ...changes,
  });
const inOrder = (...replies: readonly TranscriptionReply[]) =>
  server.onRequest((_, count) => replies[Math.min(count, replies.length - 1)] ?? { status: 500 });
const heard = (segments: readonly unknown[], text = 'Hello there. Buy now.') => ({
  heard: { text, segments },
});
const right = heard([
  { id: 0, start: 0.5, end: 2, text: ' Hello there.', tokens: [1, 2] },
  { id: 1, start: 2.5, end: 4, text: ' Buy now.' },
]);
const whole = {
  text: 'Hello there. Buy now.',
  segments: [
    { startSeconds: 0.5, endSeconds: 2, text: 'Hello there.' },
    { startSeconds: 2.5, endSeconds: 4, text: 'Buy now.' },
  ],
};
const timeless = { text: 'Hello there. Buy now.', segments: null };

describe('asking what is said', () => {
  it('sends the file, the model’s name, the language and the key, and reads segments with their times', async () => {
    inOrder(right);
    expect(await transcribeOf({ url: `${server.url}/` })(question)).toEqual(whole);
    expect(server.requests).toMatchObject([
      {
        path: '/v1/audio/transcriptions',
        headers: { authorization: 'Bearer sk-secret' },
        fields: { model: 'ear-1', language: 'en', response_format: 'verbose_json', temperature: '0' },
        filename: 'voice.wav',
        audio: new Uint8Array([1, 2, 3]),
      },
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['strings', '0.5', '2'],
    ['strings with their unit', '0.5s', '2.0s'],
    ['clock times', '00:00:00.500', '0:02'],
    ['clock times with a comma', '00:00:00,500', '00:00:02,000'],
  ])('reads times that are %s', async (_, start, end) => {
    inOrder(
      heard([
        { start, end, text: 'Hello there.' },
        { start: 2.5, end: 4, text: 'Buy now.' },
      ]),
    );
    expect(await transcribeOf()(question)).toEqual(whole);
  });

  it.each<[string, TranscriptionReply]>([
    ['tells none', { heard: { text: 'Hello there. Buy now.' } }],
    ['tells them as nothing', { heard: { text: 'Hello there. Buy now.', segments: null } }],
    ['tells them in another shape', { heard: { text: 'Hello there. Buy now.', segments: 'none' } }],
    ['answers with bare text', { heard: 'Hello there. Buy now.\n' }],
    ['tells times that are none', heard([{ start: 'soon', end: 'later', text: 'Hello there. Buy now.' }])],
    ['tells times outside the audio', heard([{ start: 900, end: 905, text: 'Hello there. Buy now.' }])],
    ['tells times that run backwards', heard([{ start: 4, end: 1, text: 'Hello there. Buy now.' }])],
    [
      'tells parts in any order',
      heard([
        { start: 8, end: 9, text: 'Hello there.' },
        { start: 1, end: 2, text: 'Buy now.' },
      ]),
    ],
    ['tells only part of the text with times', heard([{ start: 0, end: 1, text: 'Hello there.' }])],
  ])('keeps the text and believes no times where a server %s', async (_, reply) => {
    inOrder(reply);
    expect(await transcribeOf()(question)).toEqual(timeless);
  });

  it('takes the text from segments where a server tells it nowhere else', async () => {
    inOrder({ heard: { segments: [{ start: 0.5, end: 2, text: 'Hello there.' }] } });
    expect(await transcribeOf()(question)).toMatchObject({ text: 'Hello there.' });
  });

  it('cuts times to the audio where a server rounds past its end', async () => {
    inOrder(heard([{ start: 0, end: 11.5, text: 'Hello there. Buy now.' }]));
    expect((await transcribeOf()(question)).segments).toMatchObject([{ endSeconds: 10 }]);
  });

  it('says that nothing was said', async () => {
    inOrder(heard([], ''));
    expect(await transcribeOf()(question)).toEqual({ text: '', segments: [] });
  });

  it('asks more simply where a server does not know times, and remembers that', async () => {
    server.onRequest(({ fields }) =>
      fields['response_format'] === 'text' ? { heard: 'Hello there. Buy now.' } : { status: 400 },
    );
    const transcribe = transcribeOf();
    expect([await transcribe(question), await transcribe(question)]).toEqual([timeless, timeless]);
    const formats = server.requests.map(({ fields }) => fields['response_format']);
    expect(formats).toEqual(['verbose_json', 'json', 'text', 'text']);
  });

  it.each<[string, TranscriptionReply]>([
    ['asked too often', { status: 429, headers: { 'retry-after': '0' } }],
    ['out of order', { status: 503 }],
    ['broken off', { breakOff: true }],
    ['answering with a page', { raw: '<!DOCTYPE html><p>Login</p>', contentType: 'text/plain' }],
    ['answering with half an object', { raw: '{"text": "Hel' }],
    ['answering with an error that says 200', { raw: '{"error": {"message": "no"}}' }],
  ])('tries once more when it is %s', async (_, first) => {
    inOrder(first, right);
    expect(await transcribeOf()(question)).toEqual(whole);
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, TranscriptionReply, string, number]>([
    ['stays out of order', { status: 500 }, 'limited', 2],
    ['refuses the key', { status: 401 }, 'refused', 1],
    ['refuses the file', { status: 413 }, 'refused', 1],
    ['answers at any length', { raw: ' '.repeat(2_000_000) }, 'malformed', 2],
    [
      'sends the audio elsewhere',
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      'unreachable',
      2,
    ],
  ])('gives up when it %s', async (_, reply, kind, requests) => {
    inOrder(reply);
    await expect(transcribeOf()(question)).rejects.toMatchObject({ name: 'ModelError', kind });
    expect(server.requests).toHaveLength(requests);
  });

  it('gives up in time when no answer comes', async () => {
    inOrder({ silence: true });
    const startedMs = performance.now();
    await expect(transcribeOf({ timeoutMs: 100 })(question)).rejects.toMatchObject({ kind: 'timeout' });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('leaves it alone after failures in a row', async () => {
    inOrder({ status: 401 });
    const transcribe = transcribeOf();
    for (let n = 0; n < 3; n++) await expect(transcribe(question)).rejects.toMatchObject({ kind: 'refused' });
    await expect(transcribe(question)).rejects.toMatchObject({ kind: 'resting' });
  });
});
