import type { NatsServer } from '@redline/testkit';
import { subjectsOf } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Bus, consumeJobs, hasMessage, listDead, publishJob, type Running } from '../src/bus/index.ts';
import type { OutboxTables } from '../src/outbox/index.ts';
import { attemptHandler, finishRecord, type Lease, recordsIn, takeRecord } from '../src/records/index.ts';
import { gate, jobRow, openBus, ownNats } from './fixtures.ts';
import { type Db, insertParcel, parcelDatabase, parcelRow, parcels } from './parcels.ts';

interface Taken {
  readonly id: string;
  readonly attempt: number;
}

const leaseMs = 1_000;
const payload = z.object({ id: z.string(), sender: z.string() });
const columns = sql<object>`label`;

let nats: NatsServer;
let bus: Bus;
let database: Awaited<ReturnType<typeof parcelDatabase>>;
let db: Db;

beforeAll(async () => {
  [nats, database] = await Promise.all([ownNats(), parcelDatabase()]);
  bus = await openBus(nats.url);
  db = database.db;
});
afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

/** A worker whose work is the test's, over records that it leases for a second. */
async function worker(kind: string, work: (taken: Taken, lease: Lease) => Promise<string>) {
  const job = { ...jobRow(kind, { ackWaitMs: leaseMs, backoffMs: [10], maxAttempts: 3 }), payload };
  const ends: string[] = [];
  let wakes = 0;
  const handler = attemptHandler<OutboxTables, { readonly sender: string }, typeof payload, Taken>({
    records: recordsIn(db, parcels, { wakeRelay: () => wakes++ }),
    job,
    take: (id, limits) => takeRecord(db, parcels, id, limits, columns),
    work,
    extendsLease: true,
    onEnd: (outcome) => ends.push(outcome),
    handBackAfterMs: 100,
  });
  const start = (): Promise<Running> => consumeJobs(bus, job, handler, { durable: kind, concurrency: 2 });
  return {
    ends,
    start,
    wakes: () => wakes,
    async submit(id: string) {
      await insertParcel(db, { id });
      await publishJob(bus, job, id, { id, sender: 'ann' }, { msgId: id, timeoutMs: 2_000 });
    },
    publish: (id: string, msgId: string) =>
      publishJob(bus, job, id, { id, sender: 'ann' }, { msgId, timeoutMs: 2_000 }),
    isQueued: (id: string) => hasMessage(bus, 'JOBS', job.subjectOf(id)),
  };
}

describe('work whose process is to end', () => {
  it('is handed back, counts for nothing, and is taken at once elsewhere', async () => {
    let isHanging = true;
    const stopped: unknown[] = [];
    const { ends, start, submit, isQueued } = await worker('ended', async (_, { signal }) => {
      if (!isHanging) return 'finished';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped.push(signal.reason);
      throw signal.reason;
    });
    await submit('ended-1');
    // More often than a record may be tried.
    for (let process = 1; process <= 4; process++) {
      const running = await start();
      await expect.poll(async () => (await parcelRow(db, 'ended-1'))?.attempt).toBe(process);
      await running.stop();
      expect(await parcelRow(db, 'ended-1')).toMatchObject({ handed_back: process, status: 'processing' });
    }
    isHanging = false;
    const startedMs = performance.now();
    const running = await start();
    await expect.poll(() => isQueued('ended-1'), { timeout: 10_000 }).toBe(false);
    // It did not wait for a lease.
    expect(performance.now() - startedMs).toBeLessThan(leaseMs);
    await running.stop();
    expect(ends).toEqual([...Array(4).fill('handed_back'), 'finished']);
    expect(stopped).toHaveLength(4);
  });

  it('ends first where that takes no longer than a moment', async () => {
    const hold = gate();
    const { ends, start, submit, isQueued } = await worker('moment', async () => {
      await hold.opened;
      return 'finished';
    });
    const running = await start();
    await submit('moment-1');
    await expect.poll(async () => (await parcelRow(db, 'moment-1'))?.attempt).toBe(1);
    const stopping = running.stop();
    hold.open();
    await stopping;
    expect(ends).toEqual(['finished']);
    await expect.poll(() => isQueued('moment-1')).toBe(false);
  });

  it('writes nothing more once somebody else has it, however long it goes on', async () => {
    const hold = gate();
    const late: unknown[] = [];
    const { start, submit } = await worker('late', async (taken) => {
      await hold.opened;
      const finished = await db
        .transaction()
        .execute((trx) => finishRecord(trx, parcels, taken, { set: sql`label = 'late'` }));
      late.push(finished);
      return 'finished';
    });
    const running = await start();
    await submit('late-1');
    await expect.poll(async () => (await parcelRow(db, 'late-1'))?.attempt).toBe(1);
    await running.stop();
    expect(await takeRecord(db, parcels, 'late-1', { leaseMs, maxAttempts: 3 }, columns)).toMatchObject({
      outcome: 'taken',
      taken: { attempt: 2, handedBack: 1 },
    });
    hold.open();
    await expect.poll(() => late).toEqual([undefined]);
    expect(await parcelRow(db, 'late-1')).toMatchObject({ status: 'processing', label: 'blue' });
  });
});

describe('work under a lease that is extended', () => {
  it('may last longer than the lease, and nobody else takes it meanwhile', async () => {
    const hold = gate();
    let works = 0;
    let lease: Lease | undefined;
    const { ends, start, submit, isQueued } = await worker('long', async (_, held) => {
      works += 1;
      lease = held;
      await hold.opened;
      return 'finished';
    });
    const both = await Promise.all([start(), start()]);
    await submit('long-1');
    await expect.poll(() => lease).toBeDefined();
    const first = lease?.endsAtMs ?? 0;
    // Two leases and more have gone by.
    await expect.poll(() => (lease?.endsAtMs ?? 0) - first, { timeout: 10_000 }).toBeGreaterThan(2_000);
    expect(lease?.signal.aborted).toBe(false);
    hold.open();
    await expect.poll(() => isQueued('long-1')).toBe(false);
    await Promise.all(both.map((running) => running.stop()));
    expect({ works, ends }).toEqual({ works: 1, ends: ['finished'] });
    expect(await parcelRow(db, 'long-1')).toMatchObject({ attempt: 1 });
  });

  it('is told to stop soon after its record has ended, and its job is done', async () => {
    const { ends, start, submit, isQueued } = await worker('cancelled', async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    const running = await start();
    await submit('cancelled-1');
    await expect.poll(async () => (await parcelRow(db, 'cancelled-1'))?.attempt).toBe(1);
    await sql`update parcels set status = 'cancelled' where id = 'cancelled-1'`.execute(db);
    await expect.poll(() => isQueued('cancelled-1'), { timeout: 5_000 }).toBe(false);
    await running.stop();
    expect(ends).toEqual(['overtaken']);
    expect(await parcelRow(db, 'cancelled-1')).toMatchObject({ attempt: 1, last_error: null });
  });

  it('is left by a worker that was lost once the lease ends', async () => {
    const { start, submit, isQueued } = await worker('lost', async () => 'finished');
    await submit('lost-1');
    // A worker that took it and was never heard of again.
    await takeRecord(db, parcels, 'lost-1', { leaseMs, maxAttempts: 3 }, columns);
    const running = await start();
    await expect.poll(() => isQueued('lost-1'), { timeout: 10_000 }).toBe(false);
    await running.stop();
    expect(await parcelRow(db, 'lost-1')).toMatchObject({ attempt: 2 });
  });

  it('that breaks off each time is failed after the last attempt, and a job that comes once more is dead as well', async () => {
    const { ends, start, submit, publish, isQueued, wakes } = await worker('broken', async () => {
      throw new TypeError('a part is missing');
    });
    const running = await start();
    await submit('broken-1');
    await expect.poll(() => isQueued('broken-1'), { timeout: 10_000 }).toBe(false);
    await publish('broken-1', 'broken-1-again');
    await expect.poll(() => isQueued('broken-1'), { timeout: 10_000 }).toBe(false);
    await running.stop();
    expect(ends).toEqual(['broke_off', 'broke_off', 'broke_off', 'gave_up']);
    expect(await parcelRow(db, 'broken-1')).toMatchObject({
      attempt: 3,
      status: 'failed',
      failure_reason: 'attempts_exhausted',
      last_error: 'TypeError: a part is missing',
    });
    expect(await subjectsOf(db, 'broken-1')).toEqual(['event.parcel.watched', 'event.parcel.failed']);
    expect(wakes()).toBe(1);
  });

  it('whose job has no record is refunded under one message id, however often the job comes', async () => {
    const { start, publish, isQueued } = await worker('orphan', async () => 'finished');
    const running = await start();
    for (const msgId of ['orphan-first', 'orphan-second']) {
      await publish('orphan-1', msgId);
      await expect.poll(() => isQueued('orphan-1'), { timeout: 5_000 }).toBe(false);
    }
    await running.stop();
    const { rows } = await sql<{ id: string; payload: object }>`
      select id, payload from outbox where payload->>'id' = 'orphan-1'`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(['no-record:orphan-1', 'no-record:orphan-1']);
    expect(rows[0]?.payload).toMatchObject({ sender: 'ann', reason: 'no_record' });
  });

  it('is not refunded under a job of something else, which is kept as dead', async () => {
    const { start, isQueued } = await worker('elsewhere', async () => 'finished');
    const running = await start();
    await bus.jetstream.publish('job.elsewhere.b', JSON.stringify({ id: 'elsewhere-a', sender: 'ann' }));
    await expect.poll(() => isQueued('b'), { timeout: 5_000 }).toBe(false);
    await running.stop();
    expect(await subjectsOf(db, 'elsewhere-a')).toEqual([]);
    const dead = await listDead(bus, { limit: 1, subject: 'job.elsewhere.*' });
    expect(dead).toMatchObject([{ subject: 'job.elsewhere.b', payload: { id: 'elsewhere-a' } }]);
  });
});
