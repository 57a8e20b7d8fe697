import type { NatsServer } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Bus, call, connectBus, type RequestHandler, type RequestRow, serve } from '../src/bus/index.ts';
import { gate, ownNats, quiet } from './fixtures.ts';

const double = (subject: string) =>
  ({
    subject,
    request: z.object({ value: z.number() }),
    reply: z.object({ value: z.number() }),
    timeoutMs: 2_000,
  }) satisfies RequestRow;
type Double = ReturnType<typeof double>;

let nats: NatsServer;
let server: Bus;
let caller: Bus;

beforeAll(async () => {
  nats = await ownNats();
  server = await connectBus({ url: nats.url, name: 'server', log: quiet });
  caller = await connectBus({ url: nats.url, name: 'caller', log: quiet });
});
afterAll(async () => {
  await caller.close();
  await server.close();
  await nats.dispose();
});

async function serving(subject: string, handler: RequestHandler<Double>, concurrency = 10) {
  const row = double(subject);
  const running = serve(server, row, handler, { queue: 'q', concurrency });
  await server.connection.flush();
  return { row, stop: running.stop };
}

describe('a request', () => {
  it('is answered, and carries request id and trace along', async () => {
    const seen: unknown[] = [];
    const { row, stop } = await serving('t.carry', async ({ value }, { requestId, traceparent }) => {
      seen.push(requestId, traceparent);
      return { value: value * 2 };
    });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(await call(caller, row, { value: 21 }, { requestId: 'req-1', traceparent })).toEqual({
      value: 42,
    });
    expect(seen).toEqual(['req-1', traceparent]);
    await stop();
  });

  it('that breaks the schema is `invalid`, never reaches the handler, and the fault names the place, not the value', async () => {
    const { row, stop } = await serving('t.invalid', async () => ({ value: 0 }));
    const wrong = { ...row, request: z.object({ value: z.string() }) };
    const failing = call(caller, wrong, { value: 'do not show me' });
    await expect(failing).rejects.toMatchObject({ code: 'invalid', delivered: 'no' });
    await expect(failing).rejects.toThrow(/value: invalid_type$/);
    await stop();
  });

  it('whose handler fails is a `bug`, and nothing of the failure leaks', async () => {
    const { row, stop } = await serving('t.bug', () => Promise.reject(new Error('secret inside')));
    const failing = call(caller, row, { value: 1 });
    await expect(failing).rejects.toMatchObject({ code: 'bug', delivered: 'unknown' });
    await expect(failing).rejects.not.toThrow(/secret/);
    await stop();
  });

  it('whose database is away is `unavailable`', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const { row, stop } = await serving('t.away', () => Promise.reject(refused));
    await expect(call(caller, row, { value: 1 })).rejects.toMatchObject({
      code: 'unavailable',
      delivered: 'unknown',
    });
    await stop();
  });

  it('past the concurrency is refused at once and surely not acted on, while the others are answered', async () => {
    const hold = gate();
    const { row, stop } = await serving(
      't.full',
      async ({ value }) => {
        await hold.opened;
        return { value };
      },
      2,
    );
    const results = Promise.allSettled([1, 2, 3, 4, 5].map((value) => call(caller, row, { value })));
    const early = await Promise.allSettled([call(caller, row, { value: 6 })]);
    expect(early[0]).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', delivered: 'no' } });
    hold.open();
    const statuses = (await results).map((result) => result.status);
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(2);
    await stop();
  });

  it('that nobody serves fails at once and was surely not delivered', async () => {
    const failing = call(caller, double('t.nobody'), { value: 1 });
    await expect(failing).rejects.toMatchObject({ code: 'no_responders', delivered: 'no' });
  });

  it('that is not answered in time has an unknown fate', async () => {
    const hold = gate();
    const { row, stop } = await serving('t.slow', async ({ value }) => {
      await hold.opened;
      return { value };
    });
    const failing = call(caller, row, { value: 1 }, { timeoutMs: 50 });
    await expect(failing).rejects.toMatchObject({ code: 'timeout', delivered: 'unknown' });
    hold.open();
    await stop();
  });

  it('whose answer breaks the schema is a `bad_reply`', async () => {
    const { row, stop } = await serving('t.reply', async () => ({ value: 1 }));
    const wrong = { ...row, reply: z.object({ other: z.string() }) };
    await expect(call(caller, wrong, { value: 1 })).rejects.toMatchObject({ code: 'bad_reply' });
    await stop();
  });

  it('under way is answered before a stop ends', async () => {
    const hold = gate();
    const started = gate();
    const { row, stop } = await serving('t.stop', async ({ value }) => {
      started.open();
      await hold.opened;
      return { value };
    });
    const answer = call(caller, row, { value: 7 });
    await started.opened;
    const stopped = stop();
    hold.open();
    await stopped;
    expect(await answer).toEqual({ value: 7 });
  });
});

describe('while NATS is away', () => {
  it('calls fail at once, surely not delivered, and work again when it is back', async () => {
    const { row, stop } = await serving('t.restart', async ({ value }) => ({ value }));
    await nats.kill();
    await expect.poll(() => caller.connected).toBe(false);
    const startedMs = Date.now();
    await expect(call(caller, row, { value: 1 })).rejects.toMatchObject({
      code: 'disconnected',
      delivered: 'no',
    });
    expect(Date.now() - startedMs).toBeLessThan(100);
    await nats.start();
    await expect.poll(() => caller.connected && server.connected, { timeout: 10_000 }).toBe(true);
    expect(await call(caller, row, { value: 1 })).toEqual({ value: 1 });
    await stop();
  });

  it('a start gives up after its time with one line that names variable and place, never the password', async () => {
    const url = 'nats://someone:hunter2@127.0.0.1:1';
    const failing = connectBus({ url, name: 'x', log: quiet, connectTimeoutMs: 200 });
    await expect(failing).rejects.toThrow(
      /^NATS_URL: no NATS server with JetStream answered at 127\.0\.0\.1:1 within/,
    );
    await expect(failing).rejects.not.toThrow(/hunter2|\n/);
  });
});
