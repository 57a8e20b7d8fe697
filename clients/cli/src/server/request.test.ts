import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { request } from './request.ts';

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

const open: HttpServer[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Starts a server that gives these replies in turn; null breaks the connection. */
async function serving(...replies: readonly (Reply | null)[]) {
  const asked: IncomingMessage[] = [];
  const http = createServer((message, answer) => {
    const reply = replies[asked.length];
    asked.push(message);
    if (!reply) return void message.socket.destroy();
    answer.writeHead(reply.status, { connection: 'close', ...reply.headers }).end(JSON.stringify(reply.body));
  });
  open.push(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { server: { url, key: 'svc_live_x' }, asked };
}

const done: Reply = { status: 201, body: { success: true, data: { id: 1 } } };
const refusal = (status: number, headers = {}): Reply => ({
  status,
  headers,
  body: { success: false, error: 'say a platform', code: 'invalid_request', requestId: 'r' },
});
const submission = { path: '/v1', body: { a: 1 }, idempotencyKey: 'k' };

describe('a request to a server', () => {
  it('carries the key, and what makes it safe to repeat', async () => {
    const { server, asked } = await serving(done);
    expect(await request(server, submission)).toEqual({ id: 1 });
    expect(asked[0]?.method).toBe('POST');
    expect(asked[0]?.headers).toMatchObject({
      ...{ authorization: 'Bearer svc_live_x', 'idempotency-key': 'k', 'content-type': 'application/json' },
    });
  });

  it('is sent again after a broken connection, a 500 and a 429, with the same key', async () => {
    const { server, asked } = await serving(null, refusal(500), refusal(429, { 'retry-after': '0' }), done);
    expect(await request(server, submission)).toEqual({ id: 1 });
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k', 'k', 'k']);
  });

  it('is given up after five tries', async () => {
    const busy = refusal(429, { 'retry-after': '0' });
    const { server, asked } = await serving(busy, busy, busy, busy, busy, done);
    await expect(request(server, submission)).rejects.toThrow(
      'has answered 429: say a platform (invalid_request)',
    );
    expect(asked.length).toBe(5);
  });

  it('that is refused is not sent again, and fails in the words of the server', async () => {
    const { server, asked } = await serving(refusal(400), done);
    await expect(request(server, submission)).rejects.toThrow(
      'has answered 400: say a platform (invalid_request)',
    );
    expect(asked.length).toBe(1);
  });

  it('takes no key elsewhere, and nothing else for an answer', async () => {
    const elsewhere = await serving(done);
    const { server } = await serving({ status: 200, body: 'hello' });
    await expect(request(server, { path: '/' })).rejects.toThrow(
      'has answered something else than Redline does',
    );
    const moved = { status: 307, body: '', headers: { location: elsewhere.server.url } };
    const moving = await serving(moved, moved, moved, moved, moved);
    await expect(request(moving.server, { path: '/' })).rejects.toThrow('cannot be reached');
    expect(elsewhere.asked.length).toBe(0);
  });
});
