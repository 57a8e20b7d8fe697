import { connect } from 'node:net';
import { initContract } from '@ts-rest/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createHttpServer,
  createOpsServer,
  type HttpFault,
  onlyDegrades,
  registerContract,
} from '../src/http/index.ts';
import { createMetrics } from '../src/metrics/index.ts';
import { quiet } from './fixtures.ts';

const contract = initContract().router({
  add: {
    method: 'POST',
    path: '/things',
    body: z.object({ name: z.string() }),
    responses: { 201: z.object({ id: z.string() }) },
  },
  get: {
    method: 'GET',
    path: '/things/:id',
    pathParams: z.object({ id: z.string().max(10) }),
    responses: { 200: z.object({ id: z.string() }) },
  },
});

const metrics = createMetrics({ service: 'test' });
const rendered = (fault: HttpFault, requestId: string) => ({
  code: fault.kind,
  error: fault.message,
  requestId,
});
const app = createHttpServer({
  log: quiet,
  bodyLimitBytes: 200,
  trustProxy: false,
  requestTimeoutMs: 5_000,
  metrics,
  onFault: (fault, request, reply) => reply.status(fault.status).send(rendered(fault, request.id)),
  renderUnparsed: rendered,
  unparsedHeaders: async (address) => ({ 'x-left': address }),
});
registerContract(
  app,
  contract,
  {
    add: async ({ body }) => {
      if (body.name === 'bug') throw new Error('secret inside');
      return { status: 201, body: { id: body.name } };
    },
    get: async ({ params }) => ({ status: 200, body: { id: params.id } }),
  },
  {
    onInvalid: ({ part, error }, request, reply) =>
      reply.status(400).send({ code: 'invalid', part, path: error.issues[0]?.path, requestId: request.id }),
  },
);

let origin: string;
beforeAll(async () => {
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json) =>
  fetch(`${origin}/things`, { method: 'POST', body, headers });

const patch = (body: string) => fetch(`${origin}/things/a`, { method: 'PATCH', body, headers: json });

describe('every failure is rendered by the one who owns the envelope, with its request id', () => {
  const deep = '['.repeat(90) + ']'.repeat(90);
  it.each([
    ['malformed JSON', () => post('{'), 400, 'malformed_body'],
    ['an empty body', () => post(''), 400, 'malformed_body'],
    ['poisoned JSON', () => post('{"__proto__":{"a":1}}'), 400, 'malformed_body'],
    ['another content type', () => post('a=b', { 'content-type': 'text/csv' }), 415, 'wrong_content_type'],
    ['no content type', () => post('x', { 'content-type': '' }), 415, 'wrong_content_type'],
    ['a body over the limit', () => post(JSON.stringify({ name: 'x'.repeat(300) })), 413, 'body_too_large'],
    ['a body that breaks the contract', () => post(deep), 400, 'invalid'],
    ['an unknown path', () => fetch(`${origin}/nothing`), 404, 'not_found'],
    ['a wrong method', () => fetch(`${origin}/things/a`, { method: 'PATCH' }), 405, 'method_not_allowed'],
    ['a wrong method with a body nobody reads', () => patch('{'), 405, 'method_not_allowed'],
    ['an undecodable path', () => fetch(`${origin}/things/%zz`), 400, 'malformed_url'],
    ['a path part that breaks the contract', () => fetch(`${origin}/things/abcdefghijk`), 400, 'invalid'],
    ['a part of endless length', () => fetch(`${origin}/things/${'x'.repeat(2_000)}`), 414, 'malformed_url'],
    ['a bug', () => post('{"name":"bug"}'), 500, 'internal'],
  ] as const)('%s', async (_, send, status, code) => {
    const response = await send();
    const body: unknown = await response.json();
    expect([response.status, body]).toMatchObject([
      status,
      { code, requestId: response.headers.get('x-request-id') },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|stack/);
  });

  it('a wrong method names the right ones', async () => {
    const response = await fetch(`${origin}/things/a`, { method: 'PATCH' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    [
      'what is no HTTP at all',
      'NONSENSE\r\n\r\n',
      /^HTTP\/1\.1 400 .*x-left: 127\.0\.0\.1.*"code":"malformed_url"/s,
    ],
    [
      'headers past all bounds',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 .*headers_too/s,
    ],
    [
      'a request without Host',
      'GET /things/a HTTP/1.1\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400 .*Host header/s,
    ],
  ])('also %s', async (_, request, expected) => {
    expect(await bare(request)).toMatch(expected);
  });

  it('an expectation that nobody knows is ignored', async () => {
    const answer = await bare(
      'GET /things/a HTTP/1.1\r\nHost: x\r\nExpect: luck\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

/** Reads from a bare socket until the server closes it. */
function bare(request: string, port = Number(new URL(origin).port)): Promise<string> {
  const socket = connect(port, '127.0.0.1');
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

describe('a close', () => {
  it('waits for what is being answered, and for no connection beyond that', async () => {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const closing = createHttpServer({
      log: quiet,
      bodyLimitBytes: 200,
      trustProxy: false,
      requestTimeoutMs: 60_000,
      onFault: (fault, _request, reply) => reply.status(fault.status).send(),
      renderUnparsed: rendered,
    });
    closing.get('/slow', async () => {
      asked.resolve();
      await gate.promise;
      return 'done';
    });
    const address = await closing.listen({ host: '127.0.0.1', port: 0 });
    const unused = connect(Number(new URL(address).port), '127.0.0.1');
    await new Promise((resolve) => closing.server.once('connection', resolve));
    const answer = fetch(`${address}/slow`);
    await asked.promise;
    const startedMs = performance.now();
    const closed = closing.close();
    await new Promise((resolve) => unused.once('close', resolve));
    gate.resolve();
    const response = await answer;
    expect([await response.text(), response.headers.get('connection')]).toEqual(['done', 'close']);
    await closed;
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});

it('a body that comes too slowly is 408 when its time is over', async () => {
  const hasty = createHttpServer({
    log: quiet,
    bodyLimitBytes: 200,
    trustProxy: false,
    requestTimeoutMs: 500,
    onFault: (fault, _request, reply) => reply.status(fault.status).send(),
    renderUnparsed: rendered,
  });
  hasty.post('/', async () => 'done');
  const { port } = new URL(await hasty.listen({ host: '127.0.0.1', port: 0 }));
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100';
  expect(await bare(`${head}\r\n\r\n{`, Number(port))).toMatch(/^HTTP\/1\.1 408 .*"code":"timeout"/s);
  await hasty.close();
});

describe('where some bodies may take long', () => {
  const patient = createHttpServer({
    log: quiet,
    bodyLimitBytes: 200,
    trustProxy: false,
    requestTimeoutMs: 500,
    longRequestTimeoutMs: 60_000,
    onFault: (fault, _request, reply) => reply.status(fault.status).send(),
    renderUnparsed: rendered,
  });
  patient.post('/', async () => 'done');
  patient.post('/long', { config: { longBody: true } }, async () => 'done');
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await patient.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => patient.close());
  const headTo = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;

  it('all others are 408 in the same time as ever, and so are headers', async () => {
    expect(await bare(headTo('/'), port)).toMatch(/^HTTP\/1\.1 408 .*"code":"timeout"/s);
    expect(await bare('GET / HTTP/1.1\r\nHost: x', port)).toMatch(/^HTTP\/1\.1 408 .*"code":"timeout"/s);
  });

  it('these go on', async () => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(headTo('/long'));
    // Another request's time passes meanwhile.
    await bare(headTo('/'), port);
    expect(answer).toBe('');
    socket.write(`"a":"${'x'.repeat(92)}"}`);
    await new Promise((resolve) => socket.once('data', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe('a request id', () => {
  it('of the client is kept when it is sane and replaced when it is not', async () => {
    const ask = async (id: string) =>
      (await fetch(`${origin}/things/a`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await ask('client-12345')).toBe('client-12345');
    expect(await ask('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the ops routes', () => {
  it('say that the process lives, which part is not well, and what was measured', async () => {
    let database: 'well' | 'away' | 'silent' = 'well';
    let bus: 'well' | 'away' = 'well';
    const ops = createOpsServer({
      host: '127.0.0.1',
      port: 0,
      log: quiet,
      metrics,
      checks: {
        bus: onlyDegrades(async () => {
          if (bus === 'away') throw new Error('no server');
        }),
        database: async () => {
          if (database === 'away') throw new Error('connection refused');
          if (database === 'silent') await new Promise(() => {});
        },
      },
    });
    const { port } = await ops.listen();
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.text()];
    };
    expect(await ask('/readyz')).toEqual([200, '{"status":"ok"}']);
    database = 'away';
    expect(await ask('/readyz')).toEqual([
      503,
      '{"status":"unavailable","failed":{"database":"connection refused"}}',
    ]);
    bus = 'away';
    expect(await ask('/readyz')).toMatchObject([503, expect.stringContaining('unavailable')]);
    database = 'well';
    expect(await ask('/readyz')).toEqual([200, '{"status":"degraded","failed":{"bus":"no server"}}']);
    bus = 'well';
    database = 'silent';
    expect((await ask('/readyz'))[1]).toMatch(/no answer within 2000 ms/);
    expect((await ask('/healthz'))[0]).toBe(200);
    const [status, text] = await ask('/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{service="test",method="GET",route="\/things\/:id",status="200"\} \d+/,
    );
    await ops.close();
  });
});
