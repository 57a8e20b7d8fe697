import { textJob } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { SweepOptions } from '@redline/service-kit/records';
import { type NatsServer, startTestNats, waitFor } from '@redline/testkit';
import { outboxOf, promptSweep, subjectsOf } from '@redline/testkit/service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepText } from '../src/handlers/sweep.ts';
import { depsOf, openBus, publishCheck, quiet, startEngine } from './engine.ts';
import { age, eventsOf, insertOne, rowOf, statusOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let database: Awaited<ReturnType<typeof createTestDb>>;
let nats: NatsServer;
let bus: Bus;

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
  bus = await openBus(nats.url);
});
beforeEach(async () => {
  await database.db.deleteFrom('text_checks').execute();
  await bus.manager.streams.purge('JOBS');
});
afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

const options: SweepOptions = { neverTakenMs: 120_000, leaseEndedMs: 300_000, batchSize: 100, log: quiet };
const running = new AbortController().signal;
/** A sweeper of its own, so with nothing remembered from another test. */
const newSweep = (changes: Partial<SweepOptions> = {}) => {
  const sweep = sweepText(depsOf(database.db, bus), { ...options, ...changes });
  return () => sweep(running);
};
const failedBecause = async (id: string) => (await rowOf(database.db, id))?.failure_reason;

async function neverTaken(byMs: number) {
  const check = await insertOne(database.db);
  await age(database.db, check.id, { byMs });
  return check;
}

async function leaseEnded(byMs: number) {
  const check = await insertOne(database.db);
  await takeOne(database.db, check.id, { leaseMs: 30_000, maxAttempts: 4 });
  await age(database.db, check.id, { byMs });
  return check;
}

describe('the sweeper', () => {
  it('fails what was never taken, is old and has no job, and refunds it', async () => {
    const { id, scope } = await neverTaken(121_000);
    await newSweep()();
    expect(await failedBecause(id)).toBe('never_taken');
    expect(await outboxOf(database.db, id)).toMatchObject([
      { subject: 'event.text.check.failed', payload: { id, scope, reason: 'never_taken' } },
    ]);
  });

  it('leaves alone what is young, and what is old and still has its job', async () => {
    const young = await neverTaken(119_000);
    const queued = await neverTaken(3_600_000);
    await publishCheck(bus, queued.id, queued.scope);
    const sweep = newSweep();
    for (const _ of [1, 2, 3]) await sweep();
    expect(await statusOf(database.db, young.id)).toBe('processing');
    expect(await statusOf(database.db, queued.id)).toBe('processing');
  });

  it('fails what was taken and whose lease ended long ago, and nothing before that', async () => {
    const recent = await leaseEnded(299_000);
    const lost = await leaseEnded(301_000);
    await newSweep()();
    expect(await failedBecause(lost.id)).toBe('lease_ended');
    expect(await subjectsOf(database.db, lost.id)).toEqual(['event.text.check.failed']);
    expect(await statusOf(database.db, recent.id)).toBe('processing');
  });

  it('gives a check whose lease ended long ago one more turn while its job is still there', async () => {
    const { id, scope } = await leaseEnded(3_600_000);
    await publishCheck(bus, id, scope);
    const sweep = newSweep();
    await sweep();
    expect(await statusOf(database.db, id)).toBe('processing');
    await sweep();
    expect(await failedBecause(id)).toBe('lease_ended');
  });

  it('never touches what is finished, failed or cancelled', async () => {
    const statuses = ['completed', 'failed', 'cancelled'] as const;
    const ids = await Promise.all(
      statuses.map(async (status) => {
        const { id } = await neverTaken(86_400_000);
        const reason = status === 'failed' ? 'abandoned' : null;
        const set = { status, failure_reason: reason, deleted_at: new Date(), text: '' } as const;
        await database.db.updateTable('text_checks').set(set).where('id', '=', id).execute();
        return id;
      }),
    );
    await newSweep()();
    expect(await Promise.all(ids.map((id) => statusOf(database.db, id)))).toEqual([...statuses]);
    for (const id of ids) expect(await outboxOf(database.db, id)).toEqual([]);
  });

  it('finds what is stranded behind a long queue of jobs that only wait', async () => {
    const queued = await Promise.all(Array.from({ length: 70 }, () => neverTaken(7_200_000)));
    await Promise.all(queued.map(({ id, scope }) => publishCheck(bus, id, scope)));
    const stranded = await neverTaken(121_000);
    // Two checks a batch, twenty batches a turn: it is in the second turn.
    const sweep = newSweep({ batchSize: 2 });
    await sweep();
    expect(await statusOf(database.db, stranded.id)).toBe('processing');
    await sweep();
    expect(await failedBecause(stranded.id)).toBe('never_taken');
    const rest = await Promise.all(queued.map(({ id }) => statusOf(database.db, id)));
    expect(new Set(rest)).toEqual(new Set(['processing']));
  });

  it('run by several replicas at once fails and refunds each check once', async () => {
    const checks = await Promise.all(Array.from({ length: 30 }, () => neverTaken(121_000)));
    await Promise.all([newSweep()(), newSweep()(), newSweep()()]);
    for (const { id } of checks) expect(await subjectsOf(database.db, id)).toHaveLength(1);
  });

  it('does nothing while NATS does not answer, and its work when NATS is back', async () => {
    const checks = [await neverTaken(3_600_000), await leaseEnded(3_600_000)];
    const sweep = newSweep();
    await nats.kill();
    await waitFor(() => !bus.connected);
    await sweep();
    const statuses = () => Promise.all(checks.map(({ id }) => statusOf(database.db, id)));
    expect(await statuses()).toEqual(['processing', 'processing']);
    await nats.start();
    await waitFor(() => bus.connected);
    await sweep();
    expect(await statuses()).toEqual(['failed', 'failed']);
  });

  it('loses to a worker that takes the check between its look and its deed', async () => {
    const { id } = await neverTaken(3_600_000);
    const slowBus: Bus = Object.create(bus, {
      manager: {
        value: {
          ...bus.manager,
          streams: {
            getMessage: async () => {
              await takeOne(database.db, id, { leaseMs: 30_000, maxAttempts: textJob.maxAttempts });
              return null;
            },
          },
        },
      },
    });
    await sweepText(depsOf(database.db, slowBus), options)(running);
    expect(await rowOf(database.db, id)).toMatchObject({ status: 'processing', attempt: 1 });
    expect(await outboxOf(database.db, id)).toEqual([]);
  });
});

it('a running engine sweeps by itself and publishes the refund', async () => {
  const { id } = await neverTaken(121_000);
  const engine = await startEngine(database.db, nats.url, { limits: { sweep: promptSweep } });
  await waitFor(async () => (await eventsOf(bus, id)).includes('failed'));
  await engine.stop();
});
