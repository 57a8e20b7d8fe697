import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { us } from '@redline/contracts';
import type { Running } from '@redline/service-kit/bus';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startImageWorker } from './fake-media.ts';
import { checksPath, goodBody, type Replica, send, setUpWorld, type World } from './fixtures.ts';

/** Tests of the clients that still wait when a gateway is told to end. */
let world: World;
let worker: Running;
let mediaEngine: Server;
let passedOn: IncomingMessage[] = [];
/** A gateway that is there all the time. */
let staying: Listening;
let key: string;
let how: 'announced' | 'stuck' = 'stuck';

beforeAll(async () => {
  world = await setUpWorld();
  worker = await startImageWorker(world.bus, world.services.media, () => how);
  mediaEngine = createServer((request, response) => {
    passedOn.push(request.on('error', () => undefined).resume());
    // A file that never ends, for a client that reads slowly.
    if (request.method === 'GET') response.write(Buffer.alloc(65_536));
  });
  await new Promise<void>((resolve) => mediaEngine.listen(0, '127.0.0.1', resolve));
  staying = await startReplica();
  ({ key } = await world.createKey());
});
beforeEach(() => {
  passedOn = [];
});
afterAll(async () => {
  await worker.stop();
  await world.dispose();
  mediaEngine.closeAllConnections();
  mediaEngine.close();
});

const graceMs = 3_000;
/** Requests that send nothing more end by themselves after 15 s. */
const beforeTimeoutsMs = 12_000;
const path = `${us.prefix}/image/checks`;
const body = { imageUrl: 'https://shop.example/a.jpg', imageTitle: 'A mug', imageSize: 48_213 };

interface Listening extends Replica {
  readonly port: number;
}

async function startReplica(ending = new AbortController().signal): Promise<Listening> {
  const { port } = mediaEngine.address() as AddressInfo;
  const replica = await world.startReplica({
    env: { MEDIA_ENGINE_URL: `http://127.0.0.1:${port}` },
    verdictLimits: { waitMs: 60_000, readEveryMs: 100, expireMs: 10_000 },
    closing: { ending, closeMs: graceMs },
  });
  await replica.http.listen({ host: '127.0.0.1', port: 0 });
  return { ...replica, port: (replica.http.server.address() as AddressInfo).port };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly data: { readonly id: string; readonly status: string } };
}

const submitImage = (replica: Listening, idempotencyKey: string) =>
  submit(replica, path, body, idempotencyKey);

const submitText = (replica: Listening, idempotencyKey: string) =>
  submit(replica, `${checksPath}?wait=30`, goodBody, idempotencyKey);

async function submit(
  { port }: Listening,
  path: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Submits an image check and waits until a worker has taken its job. */
async function submitTaken(replica: Listening, idempotencyKey: string) {
  const { images } = world.services.media;
  const before = images.size;
  const answer = submitImage(replica, idempotencyKey);
  await expect.poll(() => images.size > before && [...images.values()].at(-1)?.attempt).toBe(1);
  return { answer, record: [...images.values()].at(-1) ?? expect.unreachable() };
}

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Closes a replica as its process does, and tells how long the public port took. */
async function close(replica: Replica): Promise<number> {
  const startedMs = performance.now();
  await replica.http.close();
  return performance.now() - startedMs;
}

describe('a gateway that closes', () => {
  it('waits out an image that ends within its time', async () => {
    const replica = await startReplica();
    how = 'stuck';
    const { answer, record } = await submitTaken(replica, 'waited-out');
    const closing = close(replica);
    record.status = 'completed';
    const { status, body: ended } = await answer;
    expect([status, ended.data.status]).toEqual([201, 'completed']);
    expect(await closing).toBeLessThan(beforeTimeoutsMs);
  });

  it('answers an image that does not end with its record, which another replica finds ended', async () => {
    const replica = await startReplica();
    how = 'stuck';
    const before = world.services.balance;
    const { answer, record } = await submitTaken(replica, 'not-waited-out');
    expect(await close(replica)).toBeLessThan(beforeTimeoutsMs);
    const first = await answer;
    expect([first.status, first.body.data.status]).toEqual([201, 'processing']);
    record.status = 'completed';
    const again = await submitImage(staying, 'not-waited-out');
    expect([again.body.data.id, again.body.data.status]).toEqual([first.body.data.id, 'completed']);
    expect(before - world.services.balance).toBe(2);
  });

  it('answers a text check that is waited for with its record, and another replica waits anew', async () => {
    const replica = await startReplica();
    const { records } = world.services;
    const [before, balance] = [records.size, world.services.balance];
    const first = submitText(replica, 'text-not-waited-out');
    await expect.poll(() => records.size).toBe(before + 1);
    const [id, record] = [...records].at(-1) ?? expect.unreachable();
    await expect.poll(() => world.services.hasJob(id)).toBe(true);
    expect(await close(replica)).toBeLessThan(beforeTimeoutsMs);
    const { status, body: answered } = await first;
    expect([status, answered.data.id, answered.data.status]).toEqual([201, id, 'processing']);
    record.status = 'completed';
    const again = await submitText(staying, 'text-not-waited-out');
    expect([again.body.data.id, again.body.data.status]).toEqual([id, 'completed']);
    expect(balance - world.services.balance).toBe(2);
  });

  it('tells an upload that is still coming to try again', async () => {
    const replica = await startReplica();
    const upload = httpRequest({
      ...{ port: replica.port, path: '/uploads', method: 'POST' },
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 },
    });
    upload.on('error', () => undefined);
    upload.write('--x');
    const answer = once(upload, 'response');
    await expect.poll(() => passedOn.length).toBe(1);
    expect(await close(replica)).toBeLessThan(beforeTimeoutsMs);
    const [response] = (await answer) as [IncomingMessage];
    expect([response.statusCode, response.headers['retry-after']]).toEqual([500, '1']);
    const text = (await response.setEncoding('utf8').toArray()).join('');
    expect(JSON.parse(text)).toMatchObject({ success: false, code: 'internal' });
    upload.destroy();
  });

  it('is not held up by a client that reads nothing, nor by one that sends nothing', async () => {
    const replica = await startReplica();
    const sockets = await Promise.all([
      open(replica.port, 'GET /assets/uploads/x.png HTTP/1.1\r\nHost: x\r\n\r\n'),
      open(replica.port, 'POST /v1/intl/us/text/checks HTTP/1.1\r\nHost: x\r\n'),
      open(replica.port, ''),
    ]);
    await expect.poll(() => passedOn.length).toBe(1);
    expect(await close(replica)).toBeLessThan(beforeTimeoutsMs);
    for (const socket of sockets) socket.destroy();
  });

  it('ends connections with their next answer as soon as the process is told to end', async () => {
    const ending = new AbortController();
    const replica = await startReplica(ending.signal);
    const before = await send(replica.http, undefined, { url: '/healthz' });
    expect(before.headers.connection).not.toBe('close');
    ending.abort();
    const after = await send(replica.http, undefined, { url: '/healthz' });
    expect([after.status, after.headers.connection]).toEqual([200, 'close']);
    await replica.stop();
  });
});
