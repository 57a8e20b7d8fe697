import type { NatsServer } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptHandler, extendLease, type Lease, lookAtLeft, releaseLease } from '../src/attempts/index.ts';
import { type Bus, consumeJobs, hasMessage, publishJob, type Running } from '../src/bus/index.ts';
import { createDb } from '../src/db/index.ts';
import { gate, jobRow, openBus, ownDatabase, ownNats, quiet, type workSchema } from './fixtures.ts';

interface Taken {
  readonly id: string;
  readonly attempt: number;
}

const leaseMs = 1_000;

let nats: NatsServer;
let bus: Bus;
let database: Awaited<ReturnType<typeof ownDatabase>>;
let db: Kysely<object>;

beforeAll(async () => {
  [nats, database] = await Promise.all([ownNats(), ownDatabase()]);
  bus = await openBus(nats.url);
  db = createDb({
    url: database.url,
    poolMax: 8,
    statementTimeoutMs: 5_000,
    applicationName: 'test',
    log: quiet,
  });
  await sql`create table parcels (id text primary key, status text not null default 'processing',
    attempt integer not null default 0, lease_until timestamptz, failure_reason text, last_error text,
    updated_at timestamptz not null default now())`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

async function take(id: string) {
  const { rows } = await sql<Taken>`update parcels set attempt = attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'
    where id = ${id} and status = 'processing' and attempt < 3 and (lease_until is null or lease_until <= clock_timestamp())
    returning id, attempt`.execute(db);
  if (rows[0]) return { outcome: 'taken', taken: rows[0] } as const;
  return (
    (await lookAtLeft(db, 'parcels', [id], { maxAttempts: 3 })).get(id) ?? ({ outcome: 'no_record' } as const)
  );
}

/** A worker whose work is the test's, over records that it leases for a second. */
async function worker(kind: string, work: (taken: Taken, lease: Lease) => Promise<string>) {
  const job = jobRow(kind, { ackWaitMs: leaseMs, backoffMs: [10] });
  const ends: string[] = [];
  const handler = attemptHandler<typeof workSchema, Taken>({
    job,
    idOf: ({ id }) => id,
    take,
    work,
    extend: (taken) => extendLease(db, 'parcels', taken, { leaseMs }),
    release: (taken, lastError) => releaseLease(db, 'parcels', taken, { lastError }),
    async giveUp({ id }) {
      await sql`update parcels set status = 'failed', failure_reason = 'attempts_exhausted' where id = ${id}`.execute(
        db,
      );
      return true;
    },
    tellOfLost: async () => undefined,
    onEnd: (outcome) => ends.push(outcome),
  });
  const start = (): Promise<Running> => consumeJobs(bus, job, handler, { durable: kind, concurrency: 2 });
  return {
    ends,
    start,
    async submit(id: string) {
      await sql`insert into parcels (id) values (${id})`.execute(db);
      await publishJob(bus, job, id, { id }, { msgId: id, timeoutMs: 2_000 });
    },
    isQueued: (id: string) => hasMessage(bus, 'JOBS', job.subjectOf(id)),
  };
}

const rowOf = async (id: string) => {
  const { rows } = await sql<{ attempt: number; status: string; last_error: string | null }>`
    select attempt, status, last_error from parcels where id = ${id}`.execute(db);
  return rows[0];
};

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
    expect(await rowOf('long-1')).toMatchObject({ attempt: 1 });
  });

  it('is told to stop soon after its record has ended, and its job is done', async () => {
    const { ends, start, submit, isQueued } = await worker('cancelled', async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    const running = await start();
    await submit('cancelled-1');
    await expect.poll(async () => (await rowOf('cancelled-1'))?.attempt).toBe(1);
    await sql`update parcels set status = 'cancelled' where id = 'cancelled-1'`.execute(db);
    await expect.poll(() => isQueued('cancelled-1'), { timeout: 5_000 }).toBe(false);
    await running.stop();
    expect(ends).toEqual(['overtaken']);
    expect(await rowOf('cancelled-1')).toMatchObject({ attempt: 1, last_error: null });
  });

  it('is left by a worker that was lost once the lease ends', async () => {
    const { start, submit, isQueued } = await worker('lost', async () => 'finished');
    await submit('lost-1');
    // A worker that took it and was never heard of again.
    await take('lost-1');
    const running = await start();
    await expect.poll(() => isQueued('lost-1'), { timeout: 10_000 }).toBe(false);
    await running.stop();
    expect(await rowOf('lost-1')).toMatchObject({ attempt: 2 });
  });

  it('that breaks off each time is failed after the last attempt', async () => {
    const { ends, start, submit, isQueued } = await worker('broken', async () => {
      throw new TypeError('a part is missing');
    });
    const running = await start();
    await submit('broken-1');
    await expect.poll(() => isQueued('broken-1'), { timeout: 10_000 }).toBe(false);
    await running.stop();
    expect(ends).toEqual(['broke_off', 'broke_off', 'broke_off', 'gave_up']);
    expect(await rowOf('broken-1')).toMatchObject({
      ...{ attempt: 3, status: 'failed' },
      last_error: 'TypeError: a part is missing',
    });
  });
});
