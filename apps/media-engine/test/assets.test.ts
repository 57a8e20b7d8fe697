import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, png, setUpUploads, type UploadWorld } from './uploads-fixtures.ts';

let world: UploadWorld;
const key = 'uploads/us/a/b/photo.png';
const text = '0123456789'.repeat(10);
beforeAll(async () => {
  world = await setUpUploads();
  await world.blobs.put(key, Buffer.from(text), { contentType: 'image/png' });
});
afterAll(() => world.dispose());

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answerOf(await fetch(`${world.origin}/assets/${path}`, { method, headers }));
/** Without the tidying that `fetch` does to a path. */
const askRaw = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = new URL(world.origin);
    request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('a file', () => {
  it('comes with its type, to be shown as nothing else and to run nothing', async () => {
    const { status, headers, body } = await ask(key);
    expect([status, body]).toEqual([200, text]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '100',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^".+"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    });
  });

  it.each(['text/html', 'image/svg+xml', 'application/javascript', 'text/html; charset=utf-8'])(
    'of type %s, which can have come past this service only, is handed out as bytes to be saved',
    async (contentType) => {
      await world.blobs.put('uploads/us/a/b/page', Buffer.from('<script>'), { contentType });
      const { headers } = await ask('uploads/us/a/b/page');
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe('attachment');
    },
  );

  it('is described to HEAD without its body', async () => {
    const { status, headers, body } = await ask(key, {}, 'HEAD');
    expect([status, body, headers.get('content-length')]).toEqual([200, '', '100']);
  });

  it.each([
    ['bytes=0-9', 206, '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', 206, '56789', 'bytes 95-99/100'],
    ['bytes=-3', 206, '789', 'bytes 97-99/100'],
    ['bytes=90-1000', 206, '0123456789', 'bytes 90-99/100'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/100'],
    ['bytes=100-', 416, '', 'bytes */100'],
    ['bytes=5-2', 416, '', 'bytes */100'],
    ['bytes=0-1,5-6', 200, text, null],
    ['lines=0-1', 200, text, null],
    ['bytes', 200, text, null],
  ])('gives %s as %i', async (range, status, body, contentRange) => {
    const answer = await ask(key, { range });
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(body.length));
  });

  it('gives a range to HEAD and of the same version only', async () => {
    const head = await ask(key, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([206, '10']);
    const etag = head.headers.get('etag') ?? '';
    expect((await ask(key, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await ask(key, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });

  it('is not sent again to who has it', async () => {
    const etag = (await ask(key)).headers.get('etag') ?? '';
    for (const known of [etag, `"x", W/${etag}`, '*']) {
      expect(await ask(key, { 'if-none-match': known })).toMatchObject({ status: 304, body: '' });
    }
    expect((await ask(key, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('with a name of any script is found', async () => {
    const named = 'uploads/us/a/b/产品 图+(1)&=!~@.png';
    await world.blobs.put(named, png(), { contentType: 'image/png' });
    expect((await ask(named.split('/').map(encodeURIComponent).join('/'))).status).toBe(200);
  });
});

describe('what is not there', () => {
  it.each([
    'uploads/us/a/b/none.png',
    'uploads/us/a/b',
    'uploads/',
    '',
    'frames/check/1.jpg',
    'frames/check/1.jpg?expires=9999999999&signature=x',
    'frames/check/1.jpg?expires=x&expires=y&signature=x&signature=y',
    'other.png',
  ])('%j is 404 in the envelope', async (path) => {
    const { status, body, headers } = await ask(path);
    expect([status, body.success, body.code]).toEqual([404, false, 'not_found']);
    expect(body.requestId).toBe(headers.get('x-request-id'));
  });

  it.each([
    '/assets/uploads/../../parts',
    '/assets/uploads/%2e%2e/%2e%2e/etc/passwd',
    '/assets/uploads/..%2f..%2fetc/passwd',
    '/assets/uploads/..%5c..%5cetc',
    '/assets/uploads/a%00.png',
    '/assets//etc/passwd',
    '/assets/uploads//etc/passwd',
    `/assets/uploads/${'x'.repeat(3_000)}`,
    '/assets/uploads/%25%32%65',
  ])('%s leads nowhere', async (path) => {
    expect(await askRaw(path)).toBe(404);
  });

  it('a broken URL is 400, another method 405', async () => {
    expect(await askRaw('/assets/uploads/%zz')).toBe(400);
    const { status, headers } = await ask(key, {}, 'DELETE');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a file for whom it is shown to', () => {
  const frame = 'frames/video_1/产 1.jpg';
  const query = async (ttlSeconds: number) => new URL(await world.blobs.signedUrl(frame, ttlSeconds));
  beforeAll(() => world.blobs.put(frame, png(), { contentType: 'image/jpeg' }).then(() => undefined));

  it('is given to the bearer of its URL until that expires, and kept by no cache between', async () => {
    const url = await query(3_600);
    const answer = await ask(`${url.pathname.slice('/assets/'.length)}${url.search}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=3[56]\d\d$/);
    const old = await query(-1);
    expect((await ask(`${old.pathname.slice('/assets/'.length)}${old.search}`)).status).toBe(404);
  });

  it('is not given for the signature of another', async () => {
    await world.blobs.put('frames/video_2/1.jpg', png(), { contentType: 'image/jpeg' });
    const { search } = await query(3_600);
    expect((await ask(`frames/video_2/1.jpg${search}`)).status).toBe(404);
    const later = search.replace(/expires=\d+/, 'expires=9999999999');
    expect((await ask(`frames/video_1/%E4%BA%A7%201.jpg${later}`)).status).toBe(404);
  });
});

describe('a page of any origin', () => {
  it.each([
    ['uploads', 'POST'],
    ['assets/x', 'GET'],
  ])('may ask before it uses /%s', async (path, method) => {
    const response = await fetch(`${world.origin}/${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'x-requested-with',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain(method);
    expect(response.headers.get('access-control-allow-headers')).toBe('x-requested-with');
  });
});
