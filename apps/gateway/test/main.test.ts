import { once } from 'node:events';
import { connect } from 'node:net';
import { gatewayRequests, streams } from '@redline/contracts';
import { call, connectBus, ensureStreams } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { freePort, itRunsAsAProcess, openServiceProcess, waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeServices } from './fake-services.ts';
import { checksPath, goodBody, log } from './fixtures.ts';

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'gateway',
  env: { PORT: String(port) },
});
const bus = await connectBus({ url: service.natsUrl, name: 'test', log });
await ensureStreams(bus, streams);
const services = startFakeServices(bus);

beforeAll(async () => {
  expect((await service.migrate()).code).toBe(0);
});
afterAll(async () => {
  await services.stop();
  await bus.close();
  await service.dispose();
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

describe('told to make the streams', () => {
  it('makes them with the sizes of its settings and ends', async () => {
    const { code } = await service.run(['streams'], { JOBS_MAX_BYTES: '5000000' }).ended;
    expect(code).toBe(0);
    const { config } = await bus.manager.streams.info(streams.jobs.name);
    expect(config).toMatchObject({ max_bytes: 5_000_000, num_replicas: 1 });
    expect((await bus.manager.streams.info(streams.reports.name)).config.max_bytes).toBe(
      streams.reports.maxBytes,
    );
  });

  it('and to watch, makes them again when one is missing, until it is told to stop', async () => {
    const { child, ended } = service.run(['streams', 'watch']);
    const isReady = async () => (await fetch(service.readyUrl)).ok;
    await waitFor(isReady, { timeoutMs: 30_000, what: 'readiness' });
    await bus.manager.streams.delete(streams.dead.name);
    const isThere = async () => (await bus.manager.streams.info(streams.dead.name)).config.name;
    await waitFor(isThere, { timeoutMs: 30_000, what: 'the stream' });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});

describe('the process', () => {
  itRunsAsAProcess(service, { name: 'gateway', wrong: { TRUST_PROXY: 'true' } });

  it('told to stop, takes nothing new, answers what it has begun, and ends in order', async () => {
    const { child, ended } = await service.start();
    const key = await newKey();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    services.before.charge = () => {
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
    const { code, output } = await ended;
    expect(code).toBe(0);
    expect(output).not.toContain(key.slice(13));
    expect(output).not.toContain(goodBody.text);
    delete services.before.charge;
  });

  it('serves metrics on the ops port alone, and says in one line that its port is taken', async () => {
    const { child, ended } = await service.start();
    await submit(await newKey());
    expect(await service.readMetrics()).toMatch(
      /gateway_submissions_total\{item="text_check",end="accepted",service="gateway"\} 1/,
    );
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    const second = await service.run([], { OPS_PORT: '0' }).ended;
    expect(second.code).toBe(1);
    expect(second.output.split('\n')).toContain(
      `gateway: PORT: 127.0.0.1:${port} is taken by another process`,
    );
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
