import type { NatsServer } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, consumeJobs, type DeliveryContext, hasMessage, publishJob } from '../src/bus/index.ts';
import { gate, jobRow, openBus, ownNats } from './fixtures.ts';

let nats: NatsServer;
let bus: Bus;

beforeAll(async () => {
  nats = await ownNats();
  bus = await openBus(nats.url);
});
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});

const publish = (row: ReturnType<typeof jobRow>, id: string) =>
  publishJob(bus, row, id, { id }, { msgId: `${row.kind}-${id}`, timeoutMs: 2_000, requestId: `req-${id}` });
const pending = (row: ReturnType<typeof jobRow>, id: string) => hasMessage(bus, 'JOBS', row.subjectOf(id));

describe('a worker', () => {
  it('never holds more jobs than it has handlers, so that a second one gets the rest', async () => {
    const row = jobRow('share');
    const hold = gate();
    const taken = { first: 0, second: 0 };
    const take = (name: keyof typeof taken) => async () => {
      taken[name] += 1;
      await hold.opened;
    };
    const first = await consumeJobs(bus, row, take('first'), { durable: 'share', concurrency: 3 });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await publish(row, id);
    await expect.poll(() => taken.first).toBe(3);
    const second = await consumeJobs(bus, row, take('second'), { durable: 'share', concurrency: 5 });
    await expect.poll(() => taken.second).toBe(3);
    expect(taken.first).toBe(3);
    hold.open();
    await expect.poll(() => pending(row, 'f')).toBe(false);
    await first.stop();
    await second.stop();
  });

  it('that stops finishes what it has and leaves nothing to wait for its ack wait', async () => {
    const row = jobRow('handover');
    const done = new Set<string>();
    const work = async ({ id }: { id: string }) => void done.add(id);
    const first = await consumeJobs(bus, row, work, { durable: 'handover', concurrency: 2 });
    const publishing = Promise.all(Array.from({ length: 300 }, (_, index) => publish(row, String(index))));
    await expect.poll(() => done.size).toBeGreaterThan(10);
    await first.stop();
    const second = await consumeJobs(bus, row, work, { durable: 'handover', concurrency: 2 });
    await publishing;
    // The ack wait is 20 s: whatever the first one had kept would be missing here.
    await expect.poll(() => done.size, { timeout: 5_000 }).toBe(300);
    await second.stop();
  });

  it('that dies leaves its job to another one once the ack wait is over', async () => {
    const row = jobRow('orphan', { ackWaitMs: 1_000 });
    const doomed = await openBus(nats.url);
    const started = gate();
    await consumeJobs(
      doomed,
      row,
      () => {
        started.open();
        return new Promise(() => {});
      },
      { durable: 'orphan', concurrency: 1 },
    );
    await publish(row, 'a');
    await started.opened;
    await doomed.connection.close();
    const counts: number[] = [];
    const worker = await consumeJobs(
      bus,
      row,
      async (_, { deliveredCount }) => void counts.push(deliveredCount),
      {
        durable: 'orphan',
        concurrency: 1,
      },
    );
    await expect.poll(() => counts, { timeout: 10_000 }).toEqual([2]);
    await worker.stop();
  });

  it('goes on when its consumer is deleted under it', async () => {
    const row = jobRow('deleted');
    const done: string[] = [];
    const worker = await consumeJobs(bus, row, async ({ id }) => void done.push(id), {
      durable: 'deleted',
      concurrency: 2,
    });
    await publish(row, 'a');
    await expect.poll(() => pending(row, 'a')).toBe(false);
    await bus.manager.consumers.delete('JOBS', 'deleted');
    await publish(row, 'b');
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['a', 'b']);
    await worker.stop();
  });

  it('that has worked past the ack wait keeps its job by saying so', async () => {
    const row = jobRow('working', { ackWaitMs: 1_000 });
    let calls = 0;
    const hold = gate();
    const handler = async (_: unknown, { working }: DeliveryContext) => {
      calls += 1;
      const timer = setInterval(working, 200);
      await hold.opened;
      clearInterval(timer);
    };
    const worker = await consumeJobs(bus, row, handler, { durable: 'working', concurrency: 2 });
    await publish(row, 'a');
    const info = () => bus.manager.consumers.info('JOBS', 'working');
    const startedMs = Date.now();
    await expect
      .poll(async () => Date.now() - startedMs > 2_500 && (await info()).num_ack_pending, { timeout: 5_000 })
      .toBe(1);
    expect(calls).toBe(1);
    hold.open();
    await expect.poll(() => pending(row, 'a')).toBe(false);
    await worker.stop();
  });
});
