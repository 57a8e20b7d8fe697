import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { us } from '@redline/contracts';
import { waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let origin: string;
let upstream: Server;
let upstreamUrl: string;
const sockets: Socket[] = [];
let serve: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  world = await setUpWorld();
  upstream = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  upstreamUrl = `http://127.0.0.1:${port}`;
  gateway = await world.startReplica({
    env: {
      MEDIA_ENGINE_URL: upstreamUrl,
      REQUEST_TIMEOUT_MS: '1000',
      BODY_LIMIT_BYTES: '32768',
    },
  });
  origin = await gateway.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await world.dispose();
  upstream.closeAllConnections();
  upstream.close();
});

const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

describe('uploads and files', () => {
  it('pass, of any size, with what the media engine looks at and nothing else', async () => {
    const seen: {
      method?: string | undefined;
      url?: string | undefined;
      headers: Record<string, unknown>;
      bytes: number;
    }[] = [];
    serve = async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      seen.push({ method: request.method, url: request.url, headers: request.headers, bytes });
      response.writeHead(201, { 'content-type': 'application/json', 'x-other': 'kept' });
      response.end('{"success":true}');
    };
    const { key } = await world.createKey();
    const headers = {
      ...multipart,
      authorization: `Bearer ${key}`,
      cookie: 'a=b',
      'x-request-id': 'client-12345',
      'x-client-network': '192.0.2.1',
    };
    const body = new Uint8Array(3_000_000);
    const response = await fetch(`${origin}/uploads`, { method: 'POST', headers, body });
    expect([response.status, await response.text()]).toEqual([201, '{"success":true}']);
    expect(response.headers.get('x-other')).toBe('kept');
    expect(response.headers.get('x-request-id')).toBe('client-12345');
    expect(seen).toEqual([{ method: 'POST', url: '/uploads', headers: expect.anything(), bytes: 3_000_000 }]);
    expect(seen[0]?.headers).toMatchObject({
      ...multipart,
      'content-length': '3000000',
      'x-request-id': 'client-12345',
      'x-client-network': '127.0.0.1',
    });
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
  });

  it('come back with their own headers, ranges and policy, and their path as it was sent', async () => {
    const urls: (string | undefined)[] = [];
    serve = (request, response) => {
      urls.push(request.url, request.headers.range);
      const policy = { 'content-security-policy': 'sandbox', 'cross-origin-resource-policy': 'cross-origin' };
      response.writeHead(206, {
        ...policy,
        'content-type': 'image/png',
        'cache-control': 'public, max-age=300',
      });
      response.end('0123');
    };
    const path = '/assets/uploads/%E4%BA%A7%20x.png?expires=1&signature=a%2Bb';
    const response = await fetch(`${origin}${path}`, { headers: { range: 'bytes=0-3' } });
    expect(urls).toEqual([path, 'bytes=0-3']);
    expect([response.status, await response.text()]).toEqual([206, '0123']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
      'content-security-policy': 'sandbox',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const head = await fetch(`${origin}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([206, '']);
  });

  it('may take longer than other requests, without being held here', async () => {
    let bytes = 0;
    const ended = Promise.withResolvers<void>();
    serve = (request, response) => {
      request.on('data', (chunk) => {
        bytes += chunk.length;
      });
      request.on('end', () => {
        response.end('done');
        ended.resolve();
      });
    };
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(
      'POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: 20\r\n\r\n',
    );
    socket.write('0123456789');
    await waitFor(() => bytes === 10, { what: 'the first half' });
    const startMs = performance.now();
    // Past the second that any other body has.
    await waitFor(() => performance.now() - startMs > 1_500);
    socket.write('0123456789');
    await ended.promise;
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    expect(bytes).toBe(20);
    socket.destroy();
  });

  it('are read no faster than the media engine reads them', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    serve = (request) => {
      request.pause();
      arrived.resolve(request);
    };
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const total = 200_000_000;
    socket.write(
      `POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: ${total}\r\n\r\n`,
    );
    const chunk = Buffer.alloc(1_000_000);
    let sent = 0;
    const fill = () => {
      while (sent < total && socket.write(chunk)) sent += chunk.length;
    };
    socket.on('drain', fill);
    fill();
    const request = await arrived.promise;
    let last = -1;
    // It stands still when every buffer on the way is full.
    await waitFor(
      () => {
        const stands = sent === last;
        last = sent;
        return stands;
      },
      { everyMs: 300 },
    );
    expect(sent).toBeLessThan(50_000_000);
    socket.destroy();
    request.destroy();
  });

  it('that are refused before they have come bring the answer to the client', async () => {
    serve = (_request, response) => {
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"success":false}');
    };
    for (let times = 0; times < 5; times += 1) {
      const response = await fetch(`${origin}/uploads`, {
        method: 'POST',
        headers: multipart,
        body: new Uint8Array(8_000_000),
      });
      expect([response.status, await response.text()]).toEqual([413, '{"success":false}']);
    }
  });

  it('whose client goes away end at the media engine, too', async () => {
    const cut = Promise.withResolvers<boolean>();
    const begun = Promise.withResolvers<void>();
    serve = (request) => {
      request.resume();
      request.once('data', () => begun.resolve());
      request.once('error', () => undefined);
      request.once('close', () => cut.resolve(!request.complete));
    };
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(
      'POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: 1000\r\n\r\nhello',
    );
    await begun.promise;
    socket.destroy();
    expect(await cut.promise).toBe(true);
  });

  it('are 500 in the envelope, to be tried again, when the media engine breaks off or is away', async () => {
    serve = (request) => request.socket.destroy();
    const away = await world.startReplica({ env: { MEDIA_ENGINE_URL: 'http://127.0.0.1:9' } });
    const there = await away.http.listen({ host: '127.0.0.1', port: 0 });
    for (const at of [origin, there]) {
      for (const [method, path] of [
        ['POST', '/uploads'],
        ['GET', '/assets/uploads/x.png'],
      ] as const) {
        const init = method === 'POST' ? { method, headers: multipart, body: 'x' } : { method };
        const response = await fetch(`${at}${path}`, init);
        expect([response.status, response.headers.get('retry-after')]).toEqual([500, '1']);
        expect(await response.json()).toMatchObject({
          success: false,
          code: 'internal',
          requestId: expect.any(String),
        });
      }
    }
  });

  it('have no other methods and no rate limit', async () => {
    serve = (_request, response) => {
      response.end();
    };
    const put = await fetch(`${origin}/uploads`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST']);
    const preflight = await fetch(`${origin}/uploads`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  });
});

describe('uploads and files that never end', () => {
  it('keep no request of the API out, and one client network keeps no other from the media engine', async () => {
    serve = (request, response) => {
      if (request.url?.startsWith('/assets/small')) response.end('small');
      else request.resume();
    };
    const env = { MEDIA_ENGINE_URL: upstreamUrl, TRUST_PROXY: 'loopback', MAX_IN_FLIGHT: '2' };
    const narrow = await world.startReplica({ env: { ...env, MEDIA_CONNECTIONS_MAX: '16' } });
    const there = await narrow.http.listen({ host: '127.0.0.1', port: 0 });
    const { key } = await world.createKey();
    const begin = async (line: string) => {
      const socket = connect(Number(new URL(there).port), '127.0.0.1');
      sockets.push(socket);
      const arrived = once(upstream, 'request');
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n`);
      socket.write('Content-Type: multipart/form-data\r\nContent-Length: 20\r\n\r\nhalf');
      await arrived;
    };
    for (let count = 0; count < 2; count += 1) await begin('POST /uploads');
    for (let count = 0; count < 2; count += 1) await begin('GET /assets/large');
    const account = await send(narrow.http, key, { method: 'GET', url: `${us.prefix}/account` });
    expect(account.status).toBe(200);
    const upload = (from: string) => {
      const headers = { ...multipart, 'x-forwarded-for': from };
      return fetch(`${there}/uploads`, { method: 'POST', headers, body: 'x' });
    };
    const refused = await upload('192.0.2.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ success: false, code: 'rate_limited' });
    const small = (from: string) => fetch(`${there}/assets/small`, { headers: { 'x-forwarded-for': from } });
    expect((await small('192.0.2.1')).status).toBe(429);
    expect(await (await small('198.51.100.7')).text()).toBe('small');
    serve = (request, response) => request.resume().on('end', () => response.end());
    expect((await upload('198.51.100.7')).status).toBe(200);
    // The slots come back with the connections.
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await upload('192.0.2.1')).status).toBe(200);
    expect((await small('192.0.2.1')).status).toBe(200);
  });
});
