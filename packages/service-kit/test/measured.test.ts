import type { NatsServer } from '@redline/testkit';
import { startPostgres } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, connectBus, consumeJobs, ensureStreams, publishJob, rejected } from '../src/bus/index.ts';
import { createDb, measureDatabase } from '../src/db/index.ts';
import { createLogger } from '../src/log/index.ts';
import { createMetrics, type Metrics } from '../src/metrics/index.ts';
import {
  appendOutbox,
  eventMessage,
  measureOutbox,
  type OutboxTables,
  startRelay,
} from '../src/outbox/index.ts';
import { measureOldest } from '../src/records/index.ts';
import { jobRow, ownDatabase, ownNats, quiet, streams, workSchema } from './fixtures.ts';
import { parcelDatabase, parcels } from './parcels.ts';

/** The value of a sample, as a scrape sees it; undefined when it is absent. */
async function sampleOf(
  { registry }: Metrics,
  name: string,
  ...labels: string[]
): Promise<number | undefined> {
  const lines = (await registry.metrics()).split('\n');
  const line = lines.find(
    (one) => one.startsWith(`${name}{`) && labels.every((label) => one.includes(label)),
  );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

describe('while NATS is paused, and its connections stay open', () => {
  let nats: NatsServer;
  let bus: Bus;
  let parcelDb: Awaited<ReturnType<typeof parcelDatabase>>;
  let db: Kysely<OutboxTables>;
  const metrics = createMetrics({ service: 'test' });

  beforeAll(async () => {
    nats = await ownNats();
    bus = await connectBus({ url: nats.url, name: 'test', log: quiet, metrics });
    await ensureStreams(bus, streams);
    parcelDb = await parcelDatabase();
    db = parcelDb.db;
    measureOutbox(metrics, db, quiet);
  });
  afterAll(async () => {
    nats.signal('SIGCONT');
    await bus.close();
    await parcelDb.dispose();
    await nats.dispose();
  });

  it('the bus is not connected within seconds, and the outbox says how long its oldest message waits', async () => {
    const connected = () => sampleOf(metrics, 'bus_connected');
    const lag = () => sampleOf(metrics, 'outbox_lag_seconds');
    const relay = startRelay(db, bus, { log: quiet });
    await expect.poll(connected).toBe(1);
    expect(await lag()).toBe(0);

    nats.signal('SIGSTOP');
    const row = { subject: 'event.told', payload: workSchema, ackWaitMs: 20_000 };
    await db.transaction().execute((trx) => appendOutbox(trx, [eventMessage(row, { id: 'a' })]));
    relay.wake();
    await expect.poll(connected, { timeout: 8_000 }).toBe(0);
    // What the relay has in its hands all the time is older with each look.
    await expect.poll(lag, { timeout: 20_000 }).toBeGreaterThan(6);
    const answeredAt = (await sampleOf(metrics, 'bus_answered_timestamp_seconds')) ?? 0;
    expect(Date.now() / 1_000 - answeredAt).toBeGreaterThan(3);

    nats.signal('SIGCONT');
    await expect.poll(connected).toBe(1);
    await expect.poll(lag, { timeout: 20_000 }).toBe(0);
    await relay.stop();
  });
});

describe('while Postgres is away', () => {
  it('a scrape is not held up: what cannot be read is absent, and says so', async () => {
    const postgres = await startPostgres({ durable: false });
    const metrics = createMetrics({ service: 'test' });
    const db = createDb<OutboxTables>({
      url: postgres.adminUrl,
      poolMax: 2,
      statementTimeoutMs: 5_000,
      applicationName: 'test',
      onPool: (count) => metrics.watchPool('database', count),
    });
    // Silent, not gone: the connection is accepted, and nobody answers.
    postgres.signal('SIGSTOP');
    measureDatabase(metrics, db, quiet);
    measureOutbox(metrics, db, quiet);
    const startedMs = performance.now();
    expect(await sampleOf(metrics, 'postgres_up')).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect(await sampleOf(metrics, 'outbox_lag_seconds')).toBeUndefined();
    expect(await sampleOf(metrics, 'metric_reading_failures_total', 'reading="outbox"')).toBe(1);
    postgres.signal('SIGCONT');
    await expect.poll(() => sampleOf(metrics, 'postgres_up'), { timeout: 20_000 }).toBe(1);
    await db.destroy();
    await postgres.dispose();
  });
});

describe('of a database', () => {
  const metrics = createMetrics({ service: 'test' });
  let parcelDb: Awaited<ReturnType<typeof parcelDatabase>>;
  beforeAll(async () => {
    parcelDb = await parcelDatabase();
  });
  afterAll(() => parcelDb.dispose());

  it('the pool says how many connections work, and how many statements wait for one', async () => {
    const { url, dispose } = await ownDatabase();
    const db = createDb<OutboxTables>({
      url,
      poolMax: 1,
      statementTimeoutMs: 5_000,
      applicationName: 'test',
      onPool: (count) => metrics.watchPool('small', count),
    });
    const sleeping = [1, 2, 3].map(() => sql`select pg_sleep(0.3)`.execute(db));
    const count = (name: string, ...labels: string[]) => sampleOf(metrics, name, 'pool="small"', ...labels);
    const busy = () => count('postgres_pool_connections', 'state="busy"');
    await expect.poll(() => count('postgres_pool_waiting')).toBe(2);
    await expect.poll(busy).toBe(1);
    expect(await count('postgres_pool_max_connections')).toBe(1);
    await Promise.all(sleeping);
    expect([await busy(), await count('postgres_pool_waiting')]).toEqual([0, 0]);
    await db.destroy();
    await dispose();
  });

  it('the record that waits longest says for how long, and one that has ended does not count', async () => {
    const { db } = parcelDb;
    measureOldest({ metrics, log: quiet }, db, { parcel: parcels });
    await sql`insert into shipments values ('s')`.execute(db);
    await sql`insert into parcels (id, shipment_id, sender, status, updated_at) values
      ('old', 's', 'a', 'completed', now() - interval '1 day'),
      ('late', 's', 'a', 'processing', now() - interval '90 s'),
      ('new', 's', 'a', 'processing', now())`.execute(db);
    const age = await sampleOf(metrics, 'record_oldest_open_age_seconds', 'kind="parcel"');
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(150);
  });
});

describe('the end of a job', () => {
  it('is measured from its publishing, over all attempts, and logged with whose record it was and no content', async () => {
    const nats = await ownNats();
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ service: 'test', level: 'info', destination });
    const metrics = createMetrics({ service: 'test' });
    const bus = await connectBus({ url: nats.url, name: 'test', log, metrics });
    await ensureStreams(bus, streams);
    const row = { ...jobRow('measured', { backoffMs: [400] }), payload: workSchema.passthrough() };
    const seen: number[] = [];
    const handler = async ({ id }: { id: string }, { deliveredCount }: { deliveredCount: number }) => {
      seen.push(deliveredCount);
      if (id === 'refused') throw rejected('not one of ours');
      if (deliveredCount === 1) throw new Error('once');
    };
    const worker = await consumeJobs(bus, row, handler, { durable: 'measured', concurrency: 1 });
    const scope = { accountId: 'acct_1', siteId: 'us', tenantId: '' };
    for (const id of ['late', 'refused']) {
      const payload = { id, scope, text: 'a text under check' };
      await publishJob(bus, row, id, payload, { msgId: id, requestId: `r-${id}`, timeoutMs: 2_000 });
    }
    const completion = (part: string) =>
      sampleOf(metrics, `bus_message_completion_seconds_${part}`, 'handler="measured"', 'outcome="done"');
    await expect.poll(() => completion('count')).toBe(1);
    expect(await completion('sum')).toBeGreaterThan(0.35);
    const ended = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a job has ended');
    await expect.poll(() => ended().length).toBe(2);
    expect(ended().find(({ outcome }) => outcome === 'done')).toMatchObject({
      recordId: 'late',
      accountId: 'acct_1',
      siteId: 'us',
      requestId: 'r-late',
      durable: 'measured',
      deliveredCount: 2,
    });
    expect(ended().find(({ outcome }) => outcome === 'rejected')).toMatchObject({ recordId: 'refused' });
    expect(lines.join('')).not.toMatch(/a text under check/);
    await worker.stop();
    await bus.close();
    await nats.dispose();
  });
});
