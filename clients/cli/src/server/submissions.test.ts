import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answered, refused, type Step, scriptedFetch, unconnected } from '@redline/client/scripted-fetch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOf } from '../domain/sites.ts';
import { submissionsTo } from './submissions.ts';

const us = placeOf({ platform: 'dtc_us' });
const main = placeOf({ site: 'main', platform: 'shortvideo_a' });
const url = 'https://redline.example';
const record = { id: 'text_1', object: 'intl_text_check', status: 'completed', risks: [], fixStatus: null };
const running = { ...record, status: 'processing' };

function serving(...steps: readonly Step[]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return { server: { url, key: 'svc_live_x', fetch }, sent };
}

/** Lets all pauses pass, and returns what a call throws. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return outcome;
}

describe('a submission to a server', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has the key, and one Idempotency-Key for all five attempts, whatever breaks on the way', async () => {
    const busy = refused(429, 'rate_limited', {}, { 'retry-after': '1' });
    const { server, sent } = serving(
      unconnected(),
      refused(500, 'internal_error'),
      busy,
      Response.json('gone', { status: 502 }),
      answered(record, 201),
    );
    const checked = submissionsTo(server, us).checkText('Soft cotton socks');
    await vi.runAllTimersAsync();
    expect(await checked).toEqual(record);
    expect(sent.map(({ method }) => method)).toEqual(Array(5).fill('POST'));
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(sent[4]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect(sent[4]?.headers.get('authorization')).toBe('Bearer svc_live_x');
  });

  it('is given up after five attempts, in a sentence that says why', async () => {
    const { server, sent } = serving(...Array.from({ length: 6 }, unconnected));
    const failure = await failureOf(submissionsTo(server, us).checkText('Soft cotton socks'));
    expect(failure).toMatchObject({
      name: 'ServerError',
      message: 'https://redline.example cannot be reached: connect ECONNREFUSED 127.0.0.1:9',
    });
    expect(sent.length).toBe(5);
  });

  it.each([
    ['by the API', refused(400, 'invalid_request'), '400: refused with invalid_request (invalid_request)'],
    [
      'by what is no Redline',
      new Response('<h1>hello</h1>'),
      '200, and not as Redline does: is it the address of a server?',
    ],
  ])('that is refused %s is not sent again, and says so', async (_, refusal, message) => {
    const { server, sent } = serving(refusal);
    const failure = await failureOf(submissionsTo(server, us).checkText('Soft cotton socks'));
    expect(failure).toMatchObject({ name: 'ServerError', message: `${url} has answered ${message}` });
    expect(sent.length).toBe(1);
  });

  it('that never ends is not waited for without an end', async () => {
    const { server } = serving(...Array.from({ length: 1_000 }, () => () => answered(running)));
    const failure = await failureOf(submissionsTo(server, us).checkText('Soft cotton socks'));
    expect(failure).toMatchObject({
      name: 'ServerError',
      message: `${url} is too slow: text_1 had not ended within 300000 ms`,
    });
  });

  it('that failed is an error in the words of the server', async () => {
    const failure = { code: 'internal', message: 'submit it again' };
    const { server } = serving(answered({ ...record, status: 'failed', failure }));
    expect(await failureOf(submissionsTo(server, us).checkText('Soft cotton socks'))).toMatchObject({
      ...{ name: 'ServerError', message: 'the check text_1 has failed: submit it again' },
    });
  });

  it('of a picture is by the contract of its site, and is read anew where the answer came before its end', async () => {
    const image = { imageUrl: 'https://cdn.example/a.jpg', imageTitle: 'a.jpg', imageSize: 9 };
    const ended = { id: 'image_1', status: 'completed', labels: [], coverage: [] };
    const { server, sent } = serving(answered(ended), answered({ ...ended, status: 'processing' }));
    expect(await submissionsTo(server, us).checkImage(image)).toEqual(ended);
    const slow = serving(answered({ ...ended, status: 'processing' }), answered(ended));
    expect(await submissionsTo(slow.server, main).checkImage(image)).toEqual(ended);
    expect(sent.map(({ body }) => body)).toEqual([{ ...image, explainLocale: 'en-US' }]);
    expect(slow.sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /v1/image/checks',
      'GET /v1/image/checks/image_1',
    ]);
    expect(slow.sent[0]?.body).toEqual({ ...image, productVertical: 'creator' });
  });
});

describe('the key', () => {
  const open: HttpServer[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    for (const one of open.splice(0)) one.close();
  });

  /** Starts a server that sends everybody somewhere else. */
  async function redirecting(location: string) {
    const asked: IncomingMessage[] = [];
    const http = createServer((message, answer) => {
      asked.push(message);
      answer.writeHead(307, { connection: 'close', location }).end();
    });
    open.push(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked };
  }

  it('is taken nowhere that the user has not named', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const elsewhere = await redirecting('/');
    const { url, asked } = await redirecting(elsewhere.url);
    const checked = submissionsTo({ url, key: 'svc_live_x' }, us).checkText('Soft cotton socks');
    await expect(checked).rejects.toThrow(`${url} cannot be reached: unexpected redirect`);
    expect(asked.length).toBe(5);
    expect(elsewhere.asked.length).toBe(0);
  });
});
