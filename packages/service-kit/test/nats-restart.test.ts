import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsServer } from '@redline/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bus, consumeJobs, hasMessage, keepStreams, publishJob } from '../src/bus/index.ts';
import { jobRow, openBus, ownNats, streams } from './fixtures.ts';

let nats: NatsServer;
let bus: Bus;

beforeEach(async () => {
  nats = await ownNats();
  bus = await openBus(nats.url);
});
afterEach(async () => {
  await bus.close();
  await nats.dispose();
});

describe('when NATS is killed and comes back', () => {
  it('every job that was acknowledged at its publishing is done, and workers go on by themselves', async () => {
    const row = jobRow('restart', { ackWaitMs: 1_000 });
    const accepted: string[] = [];
    const done = new Set<string>();
    const worker = await consumeJobs(bus, row, async ({ id }) => void done.add(id), {
      durable: 'restart',
      concurrency: 8,
    });
    let index = 0;
    let publishing = true;
    const publisher = (async () => {
      while (publishing) {
        const id = String(index++);
        const options = { msgId: id, timeoutMs: 1_000 };
        const sent = await publishJob(bus, row, id, { id }, options).catch(() => undefined);
        if (sent) accepted.push(id);
        else await sleep(20);
      }
    })();
    for (let round = 0; round < 2; round++) {
      const target = accepted.length + 50;
      await expect.poll(() => accepted.length, { timeout: 15_000 }).toBeGreaterThan(target);
      await nats.kill();
      await expect.poll(() => bus.connected).toBe(false);
      await nats.start();
    }
    await expect.poll(() => bus.connected, { timeout: 10_000 }).toBe(true);
    const target = accepted.length + 50;
    await expect.poll(() => accepted.length, { timeout: 15_000 }).toBeGreaterThan(target);
    publishing = false;
    await publisher;
    await expect.poll(() => accepted.filter((id) => !done.has(id)), { timeout: 15_000 }).toEqual([]);
    await worker.stop();
  });

  it('without its disk, who keeps the streams makes them again, and consumers come back', async () => {
    const keeping = await keepStreams(bus, streams, { everyMs: 60_000 });
    const row = jobRow('diskless');
    const done: string[] = [];
    const worker = await consumeJobs(bus, row, async ({ id }) => void done.push(id), {
      durable: 'diskless',
      concurrency: 2,
    });
    await nats.kill();
    await nats.wipe();
    await nats.start();
    const send = () => publishJob(bus, row, 'a', { id: 'a' }, { msgId: 'a', timeoutMs: 1_000 });
    await expect
      .poll(
        () =>
          send().then(
            () => true,
            () => false,
          ),
        { timeout: 15_000 },
      )
      .toBe(true);
    await expect.poll(() => done, { timeout: 15_000 }).toEqual(['a']);
    await Promise.all([worker.stop(), keeping.stop()]);
  });

  it('asking for a message while it is away is an error, never a "no"', async () => {
    await nats.kill();
    await expect.poll(() => bus.connected).toBe(false);
    await expect(hasMessage(bus, 'JOBS', 'job.x.y')).rejects.toMatchObject({ code: 'disconnected' });
    await nats.start();
    await expect.poll(() => bus.connected, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => hasMessage(bus, 'JOBS', 'job.x.y').catch(() => 'error')).toBe(false);
    await expect(hasMessage(bus, 'NO_SUCH_STREAM', 'job.x.y')).rejects.toMatchObject({ code: 'refused' });
  });
});
