import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { us } from '@redline/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let key: string;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: { MAX_IN_FLIGHT: '20', RATE_QUERY: '1000' } });
  ({ key } = await world.createKey());
  const docs = await gateway.http.inject('/docs');
  bundle = /src="([^"]*scalar[^"]*)"/.exec(docs.payload)?.[1] ?? 'the page has no script';
  port = Number(new URL(await gateway.http.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => world.dispose());

/** Opens a connection that sends requests and reads none of the answers. */
async function openDeaf(paths: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
  return socket;
}
let bundle: string;
const answered = (count: number) =>
  expect.poll(
    async () => {
      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          send(gateway.http, key, { method: 'GET', url: `${us.prefix}/account` }),
        ),
      );
      return new Set(answers.map(({ status }) => status));
    },
    { timeout: 5_000 },
  );

describe('clients that do not read what they asked for', () => {
  it('keep nobody else from being answered', async () => {
    const health = Array.from({ length: 40 }, () => '/healthz');
    const pages = Array.from({ length: 8 }, () => bundle);
    await Promise.all(Array.from({ length: 6 }, () => openDeaf([...pages, ...health])));
    await answered(10).toEqual(new Set([200]));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it('are cut off when one connection asks for more and more', async () => {
    const socket = await openDeaf([bundle, bundle, ...Array.from({ length: 1_100 }, () => '/healthz')]);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    await answered(10).toEqual(new Set([200]));
  });

  it('may leave requests unread that are few, and read them later', async () => {
    const socket = await openDeaf([bundle, ...Array.from({ length: 20 }, () => '/healthz')]);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.resume();
    await expect.poll(() => text.split('{"status":"ok"}').length - 1, { timeout: 10_000 }).toBe(20);
  });
});
