import { connect } from 'node:net';
import { failures, us } from '@redline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, goodBody, type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let key: string;
let port: number;

const unlimited = { RATE_SUBMISSION: '1000', RATE_CONFIGURATION: '1000', RATE_QUERY: '1000' };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: unlimited });
  ({ key } = await world.createKey());
  port = Number(new URL(await gateway.http.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => world.dispose());

const json = { 'content-type': 'application/json' };
const good = JSON.stringify(goodBody);
/** The good body with one more field, written as text. */
const withField = (field: string) => `${good.slice(0, -1)},${field}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

type Body = string | Buffer;
type Row = [name: string, body: Body, headers: Record<string, string>, status: number, code?: string];

const bodies: Row[] = [
  ['malformed JSON', '{"text"', json, 400, 'invalid_request'],
  ['an empty body', '', json, 400, 'invalid_request'],
  ['null', 'null', json, 400, 'invalid_request'],
  ['an array', '[]', json, 400, 'invalid_request'],
  ['a string', '"text"', json, 400, 'invalid_request'],
  ['an array nested 100,000 deep', nested(100_000), json, 400, 'invalid_request'],
  ['an unknown field nested 50,000 deep', withField(`"x":${nested(50_000)}`), json, 201],
  ['an unknown field', withField('"colour":"red"'), json, 201],
  ['a field named __proto__', withField('"__proto__":{"text":1,"polluted":1}'), json, 201],
  ['fields in a __proto__ only', `{"__proto__":${good}}`, json, 400, 'invalid_request'],
  ['a constructor with a prototype', withField('"constructor":{"prototype":{"polluted":1}}'), json, 201],
  [
    'bytes that are not UTF-8',
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    json,
    400,
    'invalid_request',
  ],
  [
    'UTF-16',
    Buffer.from(good, 'utf16le'),
    { 'content-type': 'application/json; charset=utf-16' },
    400,
    'invalid_request',
  ],
  ['a byte order mark', `\ufeff${good}`, json, 201],
  ['a charset', good, { 'content-type': 'Application/JSON; charset=UTF-8' }, 201],
  ['plain text', good, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  [
    'a form',
    'text=x',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'unsupported_media_type',
  ],
  ['a merge patch', good, { 'content-type': 'application/merge-patch+json' }, 415, 'unsupported_media_type'],
  ['no content type', good, {}, 415, 'unsupported_media_type'],
  ['a content type that is none', good, { 'content-type': ';;;' }, 415, 'unsupported_media_type'],
  ['a compressed body', good, { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  ['600 kB', withField(`"x":"${'x'.repeat(600_000)}"`), json, 413, 'payload_too_large'],
  ['5,000 characters of three escapes each', good.replace('Soft', '\\u4e00'.repeat(4_900)), json, 201],
  ['a NUL in the text', good.replace('Soft', '\\u0000'), json, 400, 'invalid_request'],
  ['a lone surrogate in the text', good.replace('Soft', '\\ud800'), json, 400, 'invalid_request'],
  [
    'a number for the text',
    '{"text":1234567890,"platform":"dtc_us","vertical":"baby"}',
    json,
    400,
    'invalid_request',
  ],
  ['a platform of another site', good.replace('dtc_us', 'shortvideo_id'), json, 400, 'invalid_request'],
  ['a language of another site', withField('"explainLocale":"id-ID"'), json, 400, 'invalid_request'],
  [
    'nine characters',
    '{"text":"123456789","platform":"dtc_us","vertical":"baby"}',
    json,
    400,
    'invalid_request',
  ],
];

describe('a body', () => {
  it.each(bodies)('%s', async (_name, payload, headers, status, code) => {
    const answer = await send(gateway.http, key, { method: 'POST', url: checksPath, payload, headers });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (status !== 201) expectEnvelope(answer);
  });

  it('never reaches the prototype of objects', () => {
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('that breaks the contract in several fields is told each of them, with what is accepted', async () => {
    const answer = await send(gateway.http, key, {
      method: 'POST',
      url: checksPath,
      payload: '{}',
      headers: json,
    });
    expect(answer.body.error).toMatch(
      /^text is required; platform is required; one of: shortvideo_us, .*; vertical/,
    );
    expect(answer.body.issues).toEqual([
      { path: 'text', message: 'text is required' },
      { path: 'platform', message: expect.stringMatching(/^platform is required; one of: shortvideo_us, /) },
      { path: 'vertical', message: expect.stringMatching(/^vertical is required; one of: general, /) },
    ]);
    expect(failures[400].parse(answer.body)).toEqual(answer.body);
  });

  it('with one value that breaks several bounds is told of it once', async () => {
    const image = {
      imageUrl: 'https://a.example/x.png',
      imageTitle: 'x',
      imageSize: 0.1,
      platform: 'dtc_us',
    };
    const answer = await send(gateway.http, key, {
      method: 'POST',
      url: `${us.prefix}/image/checks`,
      payload: image,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([
      { path: 'imageSize', message: expect.stringMatching(/^imageSize must be a whole number from 1 /) },
    ]);
  });

  it('with many faulty entries is told the first fifty, each with its place', async () => {
    const images = [{ url: 'ftp://a.example/x.jpg', name: 'x', size: 1 }];
    const batch = { name: 'b', platform: 'dtc_us', vertical: 'baby', images };
    const one = await send(gateway.http, key, {
      method: 'POST',
      url: `${us.prefix}/batches`,
      payload: batch,
    });
    expect(one.body.issues).toEqual([
      { path: 'images[0].url', message: 'images[0].url must be an http or https URL' },
    ]);
    const items = Array.from({ length: 60 }, () => ({ keyword: '' }));
    const many = await send(gateway.http, key, {
      method: 'POST',
      url: `${us.prefix}/custom-rules/bulk-import`,
      payload: { items },
    });
    expect(many.body.issues).toHaveLength(50);
    expect(many.body.issues[49].path).toMatch(/^items\[\d+\]\.keyword$/);
  });
});

/** Asserts the properties that every error response has. */
function expectEnvelope(answer: Awaited<ReturnType<typeof send>>): void {
  const { success, error, code, requestId, issues: _, ...rest } = answer.body;
  expect(success).toBe(false);
  expect(error).toMatch(/\w/);
  expect(code).toMatch(/^[a-z_]+$/);
  expect(requestId).toBe(answer.headers['x-request-id']);
  expect(rest).toEqual({});
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers).toMatchObject({
    'x-ratelimit-limit': expect.anything(),
    'x-ratelimit-remaining': expect.anything(),
    'x-ratelimit-reset': expect.anything(),
  });
  expect(answer.text).not.toMatch(/<html|node_modules|\.ts:\d+|at \w+ \(/i);
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
type Route = [method: Method, path: string, withKey: boolean, status: number, allow?: string];

const routes: Route[] = [
  ['GET', '/', false, 404],
  ['GET', '/nothing', false, 404],
  ['GET', '/metrics', false, 404],
  ['GET', `${us.prefix}/nothing`, true, 404],
  ['GET', `${us.prefix}/account/`, true, 404],
  ['GET', `/${us.prefix}/account`, true, 404],
  ['GET', '/v1/intl/fr/account', true, 404],
  ['GET', '/v1/intl/fr/account', false, 404],
  ['GET', '/v1/intl', false, 404],
  ['GET', '/v1/intl/main/account', true, 404],
  ['GET', '/v1/account', true, 401],
  ['GET', '/v1/intl/id/account', true, 401],
  ['GET', `${us.prefix}/account`, false, 401],
  ['GET', `${us.prefix}/nothing`, false, 401],
  ['PUT', `${us.prefix}/text/checks`, true, 405, 'GET, HEAD, POST'],
  ['PATCH', `${us.prefix}/text/checks/x`, true, 405, 'GET, HEAD, DELETE'],
  ['OPTIONS', `${us.prefix}/account`, true, 405, 'GET, HEAD'],
  ['OPTIONS', `${us.prefix}/custom-rules/quota`, true, 405, 'GET, HEAD'],
  ['OPTIONS', `${us.prefix}/custom-rules/settings`, true, 405, 'GET, HEAD, PATCH'],
  ['POST', `${us.prefix}/account`, true, 405, 'GET, HEAD'],
  ['POST', '/docs', false, 405, 'GET, HEAD'],
  ['GET', '/v1/intl/%75s/account', true, 200],
  ['GET', '/v1/intl/us/%', true, 400],
  ['GET', '/v1/intl/us/text/checks/%ED%A0%80', true, 400],
  ['GET', '/%ff', false, 400],
  ['GET', `${checksPath}?page=%`, true, 400],
  ['GET', `${checksPath}?page=1&__proto__=x`, true, 200],
];

describe('a request', () => {
  it.each(routes)('%s %s with a key: %s → %i', async (method, url, withKey, status, allow) => {
    const answer = await send(gateway.http, withKey ? key : undefined, { method, url });
    expect(answer.status).toBe(status);
    expect(answer.headers.allow).toBe(allow);
    if (status >= 400) expectEnvelope(answer);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('HEAD is a GET without its body', async () => {
    const answer = await send(gateway.http, key, { method: 'HEAD', url: `${us.prefix}/account` });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(100);
  });

  it('DELETE with a content type but no body is read as without one', async () => {
    const answer = await send(gateway.http, key, { method: 'DELETE', url: `${checksPath}/x`, headers: json });
    expect(answer.status).toBe(404);
  });

  it.each([
    ['PUT', checksPath, 405],
    ['POST', `${us.prefix}/nothing`, 404],
    ['POST', '/nothing', 404],
  ] as const)('%s %s is told that, whatever its body', async (method, url, status) => {
    for (const [payload, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      ['x'.repeat(600_000), 'application/json'],
    ] as const) {
      const answer = await send(gateway.http, key, {
        method,
        url,
        payload,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(status);
    }
  });

  it('whose body comes too slowly is 408', async () => {
    const hasty = await world.startReplica({ env: { ...unlimited, REQUEST_TIMEOUT_MS: '1000' } });
    const at = Number(new URL(await hasty.http.listen({ host: '127.0.0.1', port: 0 })).port);
    const head = `POST ${checksPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    const answer = await bare(`${head}\r\nContent-Length: 100\r\n\r\n{`, at);
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"code":"invalid_request"/s);
  });

  it('keeps a sane request id of the client', async () => {
    const headers = { 'x-request-id': 'client-12345' };
    const answer = await send(gateway.http, key, { method: 'GET', url: '/nothing', headers });
    expect([answer.headers['x-request-id'], answer.body.requestId]).toEqual(['client-12345', 'client-12345']);
  });

  it('is not kept by caches, framed or guessed at', async () => {
    const { headers } = await send(gateway.http, key, { method: 'GET', url: `${us.prefix}/account` });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

/** Returns the bytes received on a bare socket until the server closes it. */
function bare(request: string | Buffer, at = port): Promise<string> {
  const socket = connect(at, '127.0.0.1');
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(request);
  });
}

const closing = 'Host: x\r\nConnection: close\r\n';

describe("what Node's parser refuses or answers by itself", () => {
  it.each([
    ['a TLS handshake', Buffer.from([0x16, 3, 1, 0, 0x50, 1, 0, 0, 0x4c, 3, 3]), 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${closing}\r\n`, 400],
    ['a header that is none', `GET / HTTP/1.1\r\nBad Header: 1\r\n${closing}\r\n`, 400],
    [
      'two lengths',
      `POST / HTTP/1.1\r\n${closing}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['20 kB of header', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${closing}\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an unknown expectation', `GET / HTTP/1.1\r\nExpect: luck\r\n${closing}\r\n`, 404],
    ['TRACE', `TRACE ${us.prefix}/account HTTP/1.1\r\n${closing}\r\n`, 401],
    ['an absolute URL', `GET http://x/nothing HTTP/1.1\r\n${closing}\r\n`, 404],
    ['HTTP/1.0', 'GET /nothing HTTP/1.0\r\n\r\n', 404],
  ])('%s is answered in the envelope', async (_name, request, status) => {
    const [head = '', body = ''] = (await bare(request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/x-ratelimit-remaining: \d+/i);
    const answer = JSON.parse(body);
    expect(answer).toMatchObject({ success: false, code: expect.any(String) });
    expect(head.toLowerCase()).toContain(`x-request-id: ${answer.requestId}`);
  });
});

describe('health', () => {
  it('is said to anybody, without a limit', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const { status, body, headers } = await send(gateway.http, undefined, { method: 'GET', url });
      expect([status, body, headers['x-ratelimit-limit']]).toEqual([200, { status: 'ok' }, undefined]);
    }
  });
});

describe('more requests at once than are allowed', () => {
  it('are answered at once and may be sent again', async () => {
    const narrow = await world.startReplica({ env: { ...unlimited, MAX_IN_FLIGHT: '2' } });
    const ask = () => send(narrow.http, key, { method: 'GET', url: `${us.prefix}/account` });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    const refused = answers.filter(({ status }) => status === 500);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    for (const answer of refused) {
      expectEnvelope(answer);
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect((await ask()).status).toBe(200);
  });
});
