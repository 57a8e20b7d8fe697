import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { constantFile, serveConstant } from './constant-file.ts';

const text = 'One text, many times. '.repeat(500);
const file = constantFile('text/plain; charset=utf-8', text);

function served() {
  const app = Fastify();
  serveConstant(app, '/file', file, { headers: { 'x-own': 'yes' } });
  serveConstant(app, '/part', file, { keeping: 'immutable' });
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

describe('a constant file', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
    [undefined, 'deflate', (body: Buffer) => body],
    [undefined, '', (body: Buffer) => body],
  ] as const)('comes as %s to a client that takes "%s"', async (encoding, accepted, read) => {
    const answer = await served()('/file?x=y', { 'accept-encoding': accepted });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
    expect(answer.headers['vary']).toBe('Accept-Encoding');
    expect(read(answer.rawPayload).toString()).toBe(text);
    if (encoding !== undefined) expect(answer.rawPayload.length).toBeLessThan(text.length / 10);
  });

  it('is compressed once, however many ask', async () => {
    const [one, other] = await Promise.all([file.encoded('br'), file.encoded('br')]);
    expect(one).toBe(other);
  });

  it('is not sent again to a client that has it, in the encoding that it has', async () => {
    const get = served();
    const headers = { 'accept-encoding': 'br' };
    const first = await get('/file', headers);
    const etag = String(first.headers.etag);
    const again = await get('/file', { ...headers, 'if-none-match': etag });
    expect([again.statusCode, again.payload, again.headers['x-own']]).toEqual([304, '', 'yes']);
    expect((await get('/file', { 'if-none-match': etag })).statusCode).toBe(200);
    expect((await get('/file', { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('is kept for ever only where its path changes with it', async () => {
    const get = served();
    expect((await get('/file')).headers['cache-control']).toBe('public, no-cache');
    expect((await get('/part')).headers['cache-control']).toContain('immutable');
  });
});
