import { once } from 'node:events';
import { connect } from 'node:net';
import { gatewayRequests, streams } from '@redline/contracts';
import { call, connectBus, ensureStreams } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { createDatabase, freePort, runMain, startNats, testServers, waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, goodBody, log } from './fixtures.ts';
import { startNeighbours } from './neighbours.ts';

const { postgresAdminUrl, natsServerBinary } = testServers();
const database = await createDatabase(postgresAdminUrl, 'gateway');
const nats = await startNats({ binary: natsServerBinary });
const bus = await connectBus({ url: nats.url, name: 'test', log });
await ensureStreams(bus, streams);
const neighbours = startNeighbours(bus);
const [port, opsPort] = [await freePort(), await freePort()];
const origin = `http://127.0.0.1:${port}`;
const env = {
  DATABASE_URL: database.url,
  NATS_URL: nats.url,
  PORT: String(port),
  OPS_PORT: String(opsPort),
};

beforeAll(async () => {
  expect((await run(['migrate']).ended).code).toBe(0);
});
afterAll(async () => {
  await neighbours.stop();
  await bus.close();
  await nats.dispose();
  await database.dispose();
});

const run = (args: readonly string[] = [], changes: Record<string, string> = {}) =>
  runMain(new URL('../src/main.ts', import.meta.url), args, { ...env, ...changes });

const ready = () =>
  waitFor(async () => (await fetch(`${origin}/readyz`)).ok, {
    timeoutMs: 15_000,
    what: 'the gateway to be ready',
  });

async function newKey(): Promise<string> {
  const request = { accountId: createId('acct'), siteId: 'us', expiresAt: null, force: false } as const;
  const reply = await call(bus, gatewayRequests.keyCreate, request);
  if (reply.outcome !== 'created') throw new Error(reply.message);
  return reply.key;
}

const submit = (key: string) =>
  fetch(`${origin}${checksPath}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(goodBody),
  });

describe('the process', () => {
  it('names each wrong setting in one line and ends', async () => {
    const { code, said } = await run([], { DATABASE_URL: 'nowhere', TRUST_PROXY: 'true' }).ended;
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining('gateway: DATABASE_URL is "nowhere"'),
      expect.stringContaining('gateway: TRUST_PROXY is "true"'),
    ]);
  });

  it('told to stop, takes nothing new, answers what it has begun, and ends in order', async () => {
    const { child, ended } = run();
    await ready();
    const key = await newKey();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    neighbours.before.charge = () => {
      begun.resolve();
      return gate.promise;
    };
    const answer = submit(key);
    await begun.promise;
    child.kill('SIGTERM');
    await waitFor(
      () =>
        fetch(`${origin}/healthz`).then(
          () => false,
          () => true,
        ),
      { what: 'a closed port' },
    );
    gate.resolve();
    expect((await answer).status).toBe(201);
    const { code, said } = await ended;
    expect(code).toBe(0);
    expect(said).not.toContain(key.slice(13));
    expect(said).not.toContain(goodBody.text);
    delete neighbours.before.charge;
  });

  it('serves metrics on the ops port alone, and says in one line that its port is taken', async () => {
    const { child, ended } = run();
    await ready();
    await submit(await newKey());
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    expect(metrics).toMatch(
      /gateway_submissions_total\{item="text_check",end="accepted",service="gateway"\} 1/,
    );
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    const second = await run([], { OPS_PORT: '0' }).ended;
    expect(second.code).toBe(1);
    expect(second.said.split('\n')).toContain(`gateway: PORT: 127.0.0.1:${port} is taken by another process`);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
