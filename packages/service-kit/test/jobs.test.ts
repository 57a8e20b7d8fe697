import type { NatsServer } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bus,
  consumeJobs,
  type DeliveryContext,
  deadLetter,
  hasMessage,
  listDead,
  publishJob,
  rejected,
  replayDead,
  retryLater,
  takeDead,
} from '../src/bus/index.ts';
import { jobRow, openBus, ownNats } from './fixtures.ts';

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

describe('a job', () => {
  it('published twice with one id is stored once, and is gone once its handler returned', async () => {
    const row = jobRow('once');
    expect(await publish(row, 'a')).toEqual({ duplicate: false });
    expect(await publish(row, 'a')).toEqual({ duplicate: true });
    expect(await pending(row, 'a')).toBe(true);
    const seen: string[] = [];
    const worker = await consumeJobs(
      bus,
      row,
      async ({ id }, { requestId }) => void seen.push(id, requestId),
      {
        durable: 'once',
        concurrency: 4,
      },
    );
    await expect.poll(() => pending(row, 'a')).toBe(false);
    expect(seen).toEqual(['a', 'req-a']);
    await worker.stop();
  });

  it('whose handler throws comes again after the backoff, with its delivery counted and its id unchanged', async () => {
    const row = jobRow('bug');
    const seen: { count: number; id: string; atMs: number }[] = [];
    const handler = async (_: unknown, { deliveredCount, messageId }: DeliveryContext) => {
      seen.push({ count: deliveredCount, id: messageId, atMs: Date.now() });
      if (deliveredCount < 3) throw new Error('not yet');
    };
    const worker = await consumeJobs(bus, row, handler, { durable: 'bug', concurrency: 1 });
    await publish(row, 'a');
    await expect.poll(() => pending(row, 'a')).toBe(false);
    expect(seen.map(({ count, id }) => [count, id])).toEqual([1, 2, 3].map((count) => [count, 'bug-a']));
    const gapsMs = [1, 2].map((index) => (seen[index]?.atMs ?? 0) - (seen[index - 1]?.atMs ?? 0));
    expect(gapsMs[0]).toBeGreaterThanOrEqual(45);
    expect(gapsMs[1]).toBeGreaterThanOrEqual(95);
    await worker.stop();
  });

  it('that asks to be tried later comes after exactly that delay', async () => {
    const row = jobRow('later', { backoffMs: [60_000] });
    const times: number[] = [];
    const handler = async () => {
      times.push(Date.now());
      if (times.length === 1) throw retryLater('busy', { delayMs: 200 });
    };
    const worker = await consumeJobs(bus, row, handler, { durable: 'later', concurrency: 1 });
    await publish(row, 'a');
    await expect.poll(() => pending(row, 'a')).toBe(false);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(190);
    await worker.stop();
  });

  it('that is rejected is kept as dead with its reason and does not come again', async () => {
    const row = jobRow('rejected');
    let calls = 0;
    const handler = async () => {
      calls += 1;
      throw rejected('can never work');
    };
    const worker = await consumeJobs(bus, row, handler, { durable: 'rejected', concurrency: 1 });
    await publish(row, 'a');
    await expect.poll(() => pending(row, 'a')).toBe(false);
    const dead = await listDead(bus, { limit: 10, subject: row.filterSubject });
    expect(dead).toMatchObject([
      {
        subject: 'job.rejected.a',
        payload: { id: 'a' },
        reason: 'can never work',
        attempts: 1,
        handler: 'rejected',
        messageId: 'rejected-a',
        requestId: 'req-a',
      },
    ]);
    expect(calls).toBe(1);
    await worker.stop();
  });

  it('that cannot be read is kept as dead as it came', async () => {
    const row = jobRow('garbled');
    const worker = await consumeJobs(bus, row, async () => {}, { durable: 'garbled', concurrency: 1 });
    await bus.jetstream.publish('job.garbled.a', 'no json {');
    await bus.jetstream.publish('job.garbled.b', '{"id": 7}');
    const list = () => listDead(bus, { limit: 10, subject: row.filterSubject });
    await expect.poll(async () => (await list()).length).toBe(2);
    const dead = await list();
    expect(dead.map(({ payload }) => payload)).toEqual(['no json {', { id: 7 }]);
    expect(dead[1]?.reason).toBe('the payload breaks its schema: id: invalid_type');
    await worker.stop();
  });

  it('that is dead works again when an operator replays it, also within the duplicate window', async () => {
    const row = jobRow('replay');
    const done: string[] = [];
    let broken = true;
    const handler = async ({ id }: { id: string }) => {
      if (broken) throw rejected('broken');
      done.push(id);
    };
    const worker = await consumeJobs(bus, row, handler, { durable: 'replay', concurrency: 1 });
    await publish(row, 'a');
    const list = () => listDead(bus, { limit: 10, subject: row.filterSubject });
    await expect.poll(async () => (await list()).length).toBe(1);
    const first = (await list())[0];
    expect(await replayDead(bus, first?.sequence ?? 0)).toBe(true);
    await expect.poll(async () => (await list())[0]?.sequence ?? 0).toBeGreaterThan(first?.sequence ?? 0);
    broken = false;
    expect(await replayDead(bus, (await list())[0]?.sequence ?? 0)).toBe(true);
    await expect.poll(() => done).toEqual(['a']);
    expect(await list()).toEqual([]);
    expect(await replayDead(bus, first?.sequence ?? 0)).toBe(false);
    await worker.stop();
  });

  it('that is dead stays dead when what an operator does with it fails', async () => {
    await deadLetter(bus, {
      subject: 'job.kept.a',
      payload: { id: 'a' },
      reason: 'r',
      attempts: 4,
      handler: 'h',
    });
    const list = () => listDead(bus, { limit: 1, subject: 'job.kept.*' });
    const sequence = (await list())[0]?.sequence ?? 0;
    await expect(takeDead(bus, sequence, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await list()).toHaveLength(1);
  });

  it('that is rejected while nothing can keep it comes again instead of being lost', {
    timeout: 40_000,
  }, async () => {
    const row = jobRow('unkept');
    let calls = 0;
    const handler = async () => {
      calls += 1;
      throw rejected('can never work');
    };
    await bus.manager.streams.delete('DEAD');
    const worker = await consumeJobs(bus, row, handler, { durable: 'unkept', concurrency: 1 });
    await publish(row, 'a');
    await expect.poll(() => calls, { timeout: 15_000 }).toBeGreaterThan(1);
    expect(await pending(row, 'a')).toBe(true);
    await bus.manager.streams.add({ name: 'DEAD', subjects: ['dead.>'] });
    await expect.poll(() => pending(row, 'a'), { timeout: 15_000 }).toBe(false);
    expect(await listDead(bus, { limit: 10, subject: row.filterSubject })).toHaveLength(1);
    await worker.stop();
  });
});
