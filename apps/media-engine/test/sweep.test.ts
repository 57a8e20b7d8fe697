import { startTestNats, waitFor } from '@redline/testkit';
import { promptSweep } from '@redline/testkit/service';
import { afterAll, describe, expect, it } from 'vitest';
import { takeImageCheck } from '../src/store/image-checks.ts';
import { createTestDb, openBus, publishCheck, shortImageJob, startEngine } from './engine.ts';
import { age, eventsOf, insertImage, rowOf } from './rows.ts';

const [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
const { db } = database;
const bus = await openBus(nats.url);

afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

describe('an engine sweeps', () => {
  it('images that were never taken or whose worker was lost, and leaves those that still have a job', async () => {
    const [never, lost, queued] = [await insertImage(db), await insertImage(db), await insertImage(db)];
    await takeImageCheck(db, lost.id, { leaseMs: 1_000, maxAttempts: 3 });
    for (const { id } of [never, lost, queued]) await age(db, id, { byMs: 3_600_000 });
    await publishCheck(bus, shortImageJob, queued.id, queued.scope);
    const hold = Promise.withResolvers<never>();
    const engine = await startEngine(db, nats.url, {
      limits: { sweep: promptSweep },
      checkImage: () => hold.promise,
    });
    await waitFor(async () => (await eventsOf(bus, lost.id)).length > 0);
    expect(await eventsOf(bus, never.id)).toEqual(['failed']);
    expect(await rowOf(db, never.id)).toMatchObject({ status: 'failed', failure_reason: 'never_taken' });
    expect(await rowOf(db, lost.id)).toMatchObject({ status: 'failed', failure_reason: 'lease_ended' });
    expect(await rowOf(db, queued.id)).toMatchObject({ status: 'processing' });
    hold.reject(new Error('the test is over'));
    await engine.stop();
  });
});
