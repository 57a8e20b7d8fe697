import { type ModelReply, type ModelServer, startModelServer } from '@redline/testkit/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EndpointOptions } from '../endpoint/guard.ts';
import { createChat, type Question } from './chat.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.dispose());

const question: Question<{ n: number }> = {
  name: 'count',
  instructions: 'Count.',
  data: { text: 'one two' },
  jsonSchema: { type: 'object' },
  answer: z.object({ n: z.number() }),
};
const right: ModelReply = { content: '{"n": 2}' };
const chatOf = (changes: Partial<EndpointOptions> = {}) =>
  createChat({
    url: server.url,
    key: 'sk-secret',
    model: 'small-1',
    timeoutMs: 2_000,
    retriesMax: 1,
    concurrencyMax: 2,
    failuresMax: 3,
    restMs: 60_000,
    ...changes,
  });
const inOrder = (...replies: readonly ModelReply[]) =>
  server.onRequest((_, count) => replies[Math.min(count, replies.length - 1)] ?? right);

describe('asking a model', () => {
  it('sends instructions and data apart, the model’s name and the key, and reads the answer', async () => {
    inOrder(right);
    expect(await chatOf({ url: `${server.url}/` })(question)).toEqual({ n: 2 });
    expect(server.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-secret' },
        model: 'small-1',
        response_format: { type: 'json_schema' },
        messages: [
          { role: 'system', content: 'Count.' },
          { role: 'user', content: '{"text":"one two"}' },
        ],
      },
    ]);
  });

  it('sends no key where there is none', async () => {
    inOrder(right);
    await chatOf({ key: null })(question);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('takes JSON out of a code block', async () => {
    inOrder({ content: '```json\n{"n": 2}\n```' });
    expect(await chatOf()(question)).toEqual({ n: 2 });
  });

  it('asks more simply where a server does not know JSON schemas, and remembers that', async () => {
    server.onRequest(({ response_format: format }) =>
      format?.type === 'json_schema' ? { status: 400 } : right,
    );
    const chat = chatOf();
    expect([await chat(question), await chat(question)]).toEqual([{ n: 2 }, { n: 2 }]);
    const types = server.requests.map((request) => request.response_format?.type);
    expect(types).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it.each<[string, ModelReply]>([
    ['asked too often', { status: 429, headers: { 'retry-after': '0' } }],
    ['out of order', { status: 500 }],
    ['broken off', { breakOff: true }],
    ['answering with no JSON', { content: 'Sure! Here is the answer.' }],
    ['answering in another shape', { content: '{"m": 2}' }],
    ['answering outside the protocol', { raw: '<html>' }],
  ])('tries once more when it is %s', async (_, first) => {
    inOrder(first, right);
    expect(await chatOf()(question)).toEqual({ n: 2 });
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, ModelReply, string, number]>([
    ['is asked too often again and again', { status: 429 }, 'limited', 2],
    ['stays out of order', { status: 503 }, 'limited', 2],
    ['never answers in shape', { content: '[]' }, 'malformed', 2],
    ['refuses the key', { status: 401 }, 'refused', 1],
    [
      'would have the key sent elsewhere',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      'unreachable',
      2,
    ],
    ['is cut short', { content: '{"n": 2', finishReason: 'length' }, 'truncated', 1],
    ['answers at any length', { raw: ' '.repeat(2_000_000) }, 'malformed', 2],
  ])('gives up when it %s', async (_, reply, kind, requests) => {
    inOrder(reply);
    await expect(chatOf()(question)).rejects.toMatchObject({ name: 'ModelError', kind });
    expect(server.requests).toHaveLength(requests);
  });

  it('gives up in time when no answer comes, and says nothing of key and data', async () => {
    inOrder({ silence: true });
    const startedMs = performance.now();
    const fault = await chatOf({ timeoutMs: 100 })(question).catch((error: Error) => error);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(fault).toMatchObject({ kind: 'timeout' });
    expect(String(fault)).not.toMatch(/secret|one two/);
  });

  it('gives up at once where nobody listens', async () => {
    await server.dispose();
    await expect(chatOf()(question)).rejects.toMatchObject({ kind: 'unreachable' });
    server = await startModelServer();
  });

  it('leaves it alone after failures in a row', async () => {
    inOrder({ status: 401 });
    const chat = chatOf();
    for (let n = 0; n < 3; n++) await expect(chat(question)).rejects.toMatchObject({ kind: 'refused' });
    await expect(chat(question)).rejects.toMatchObject({ kind: 'resting' });
    expect(server.requests).toHaveLength(3);
  });

  it('asks so many questions at a time, and turns away what would wait too long', async () => {
    let [running, most] = [0, 0];
    server.onRequest(() => {
      most = Math.max(most, ++running);
      setTimeout(() => running--, 25);
      return { ...right, afterMs: 30 };
    });
    const chat = chatOf({ failuresMax: 100, timeoutMs: 10_000 });
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => chat(question)));
    const refused = asked.filter(({ status }) => status === 'rejected');
    expect(most).toBeLessThanOrEqual(2);
    expect(refused).toHaveLength(2);
    expect(refused).toMatchObject([{ reason: { kind: 'busy' } }, { reason: { kind: 'busy' } }]);
  });

  it('lets nobody wait for a turn longer than for an answer', async () => {
    inOrder({ silence: true });
    const chat = chatOf({ concurrencyMax: 1, timeoutMs: 150 });
    const startedMs = performance.now();
    const asked = await Promise.allSettled([chat(question), chat(question), chat(question)]);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(asked.every(({ status }) => status === 'rejected')).toBe(true);
  });
});
