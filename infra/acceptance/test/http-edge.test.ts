import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../src/exchange.ts';
import { failure } from '../src/shapes.ts';
import { accountPath, checksPath, goodBody, post, sitePath } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;
let customer: Customer;

beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer();
});
afterAll(() => world.leave());

describe('a path or method that is not there', () => {
  it.each([
    ['PUT', checksPath, 'GET, HEAD, POST'],
    ['PATCH', checksPath, 'GET, HEAD, POST'],
    ['DELETE', checksPath, 'GET, HEAD, POST'],
    ['OPTIONS', checksPath, 'GET, HEAD, POST'],
    ['POST', `${checksPath}/x`, 'GET, HEAD, DELETE'],
    ['PUT', `${checksPath}/x`, 'GET, HEAD, DELETE'],
    ['OPTIONS', `${checksPath}/x`, 'GET, HEAD, DELETE'],
    ['POST', accountPath, 'GET, HEAD'],
    ['DELETE', accountPath, 'GET, HEAD'],
    ['OPTIONS', accountPath, 'GET, HEAD'],
    ['TRACE', accountPath, 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
    const answer = await world.call({ key: customer.key, method, path });
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
  });

  it.each([
    '/',
    '/v2/intl/us/account',
    '/metrics',
    '/favicon.ico',
    '/.env',
    '/docs/../../package.json',
    '/docs/parts/..%2f..%2f..%2fpackage.json',
    '/docs/parts/nothing.js',
    '//',
    '/readyz/x',
  ])('%s is 404 without a key', async (path) => {
    const answer = await exchange(world.deployment.baseUrl, { path });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({
      success: false,
      code: 'not_found',
      requestId: answer.headers['x-request-id'],
    });
  });

  it.each([
    `${sitePath}`,
    `${sitePath}/`,
    `${sitePath}/nothing`,
    `${checksPath}/`,
    `${checksPath}/x/y`,
    `${accountPath}/`,
    `/${sitePath}/account`,
    `${sitePath}/Account`,
    `${sitePath}/text/checks;x=1`,
  ])('%s is 404 with a key', async (path) => {
    expect((await world.call({ key: customer.key, path })).status).toBe(404);
  });

  it('is 404 or 405 before its body is looked at', async () => {
    const headers = { 'content-type': 'text/plain' };
    const call = { key: customer.key, headers, body: '{' };
    expect((await world.call({ ...call, method: 'POST', path: `${sitePath}/nothing` })).status).toBe(404);
    expect((await world.call({ ...call, method: 'PUT', path: checksPath })).status).toBe(405);
  });
});

describe('HEAD', () => {
  it.each([accountPath, checksPath, `${checksPath}/x`])('%s is GET without its body', async (path) => {
    const [head, get] = [
      await world.call({ key: customer.key, method: 'HEAD', path }),
      await world.call({ key: customer.key, path }),
    ];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });
});

describe('the request id', () => {
  it.each(['client-12345', 'a'.repeat(128), '0193a000-0000-7000-8000-000000000000'])(
    'is the client’s where it is sane: %s',
    async (requestId) => {
      const headers = { 'x-request-id': requestId };
      const answers = [
        await world.call({ key: customer.key, path: accountPath, headers }),
        await world.call({ path: accountPath, headers }),
        await world.call({ key: customer.key, path: `${sitePath}/nothing`, headers }),
        await post(world, customer.key, '{', { ...headers, 'content-type': 'application/json' }),
        await post(world, customer.key, goodBody, headers),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 400, 201]);
      for (const answer of answers) expect(answer.headers['x-request-id']).toBe(requestId);
    },
  );

  it.each(['', 'a b', 'x'.repeat(4_000), '<script>', 'é'])(
    'is a new one otherwise: %j',
    async (requestId) => {
      const headers = { 'x-request-id': requestId };
      const answer = await world.call({ key: customer.key, path: accountPath, headers });
      expect(answer.headers['x-request-id']).not.toBe(requestId);
    },
  );

  it('is new for each request', async () => {
    const ask = () => world.call({ key: customer.key, path: accountPath });
    const ids = (await Promise.all([ask(), ask(), ask()])).map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('a header that does not belong', () => {
  it('changes nothing', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-forwarded-for': '203.0.113.9',
      'x-original-url': '/v1/account',
      accept: 'text/html',
      'accept-encoding': 'br, gzip',
      'if-none-match': '*',
      range: 'bytes=0-3',
      origin: 'https://example.com',
      'idempotency-key': 'of no use to a GET',
    };
    const answer = await world.call({ key: customer.key, path: accountPath, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('cannot make a body of a GET matter', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await world.call({ key: customer.key, path: accountPath, headers, body: '{"page":' });
    expect(answer.status).toBe(200);
  });

  it('of 20 kB is refused in the envelope', async () => {
    const headers = { 'x-long': 'x'.repeat(20_000) };
    const answer = await exchange(world.deployment.baseUrl, { path: accountPath, headers });
    expect(answer.status).toBe(431);
    expect(failure(431).parse(answer.body)).toMatchObject({ code: 'invalid_request' });
  });
});

/** Returns the bytes received on a bare socket until the server closes it. */
function bare(request: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(world.deployment.baseUrl);
  const socket = connect(Number(port || 80), hostname);
  return new Promise((resolve) => {
    let text = '';
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(request);
  });
}

const closing = 'Host: x\r\nConnection: close\r\n';

describe('what is no HTTP request', () => {
  it.each([
    ['a TLS handshake', Buffer.from([0x16, 3, 1, 0, 0x50, 1, 0, 0, 0x4c, 3, 3])],
    ['an unknown method', `FOO / HTTP/1.1\r\n${closing}\r\n`],
    ['a header that is none', `GET / HTTP/1.1\r\nBad Header: 1\r\n${closing}\r\n`],
    [
      'two lengths',
      `POST / HTTP/1.1\r\n${closing}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a NUL in the path', `GET /v1/\0 HTTP/1.1\r\n${closing}\r\n`],
  ])('is 400 in the envelope: %s', async (_name, request) => {
    const [head = '', body = ''] = (await bare(request)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/x-ratelimit-remaining: \d+/i);
    const answer = JSON.parse(body);
    expect(answer).toMatchObject({ success: false, code: 'invalid_request' });
    expect(head.toLowerCase()).toContain(`x-request-id: ${answer.requestId}`);
  });
});
