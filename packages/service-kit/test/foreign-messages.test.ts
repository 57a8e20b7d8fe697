import { AckPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { NatsServer } from '@redline/testkit';
import { ageRecord, subjectsOf } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropAcknowledged } from '../src/bus/drop-acknowledged.ts';
import {
  type Bus,
  connectBus,
  consumeEvents,
  consumeJobs,
  hasMessage,
  listDead,
  publishJob,
} from '../src/bus/index.ts';
import { createMetrics } from '../src/metrics/index.ts';
import { createSweep, recordsIn } from '../src/records/index.ts';
import { jobRow, openBus, ownNats, quiet, workSchema } from './fixtures.ts';
import { insertParcel, parcelDatabase, parcelRow, parcels } from './parcels.ts';

let nats: NatsServer;
let bus: Bus;
const metrics = createMetrics({ service: 'test' });

beforeAll(async () => {
  nats = await ownNats();
  await (await openBus(nats.url)).close();
  bus = await connectBus({ url: nats.url, name: 'test', log: quiet, metrics });
});
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});

/**
 * Has the server deliver a message to a consumer of other subjects, as nats-server 2.9 did after it had reset the state of
 * a stream. Here the consumer is given the message by a filter that it has until its worker starts.
 */
async function misdeliver(stream: string, durable: string, filter: string): Promise<void> {
  await bus.manager.consumers.add(stream, {
    durable_name: durable,
    filter_subject: filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(100),
    max_deliver: -1,
  });
  const consumer = await bus.jetstream.consumers.get(stream, durable);
  expect(await consumer.next()).not.toBeNull();
}

const publish = (row: ReturnType<typeof jobRow>, id: string) =>
  publishJob(bus, row, id, { id }, { msgId: `${row.kind}-${id}`, timeoutMs: 2_000 });

/** The number of deliveries to a consumer that were of somebody else. */
async function foreignTo(handler: string): Promise<number> {
  const { values } = await metrics.messageSeconds.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  return counts.find(({ labels }) => labels.handler === handler && labels.outcome === 'foreign')?.value ?? 0;
}

const ackPendingOf = async (stream: string, durable: string) =>
  (await bus.manager.consumers.info(stream, durable)).num_ack_pending;

describe('a job that the server delivers to the consumer of another kind', () => {
  it('is not worked on there and stays for its own', async () => {
    const images = jobRow('image');
    const videos = jobRow('video', { ackWaitMs: 200 });
    await publish(images, 'a');
    await misdeliver('JOBS', 'videos', images.filterSubject);
    const seen: string[] = [];
    const work = (kind: string) => async (_: unknown, context: { readonly subject: string }) =>
      void seen.push(`${kind}: ${context.subject}`);
    const ofVideos = await consumeJobs(bus, videos, work('videos'), { durable: 'videos', concurrency: 2 });
    // Twice, so that it was given back.
    await expect.poll(() => foreignTo('videos'), { timeout: 5_000 }).toBeGreaterThan(1);
    expect(await hasMessage(bus, 'JOBS', images.subjectOf('a'))).toBe(true);

    const ofImages = await consumeJobs(bus, images, work('images'), { durable: 'images', concurrency: 2 });
    await publish(videos, 'b');
    await expect.poll(() => seen.toSorted()).toEqual(['images: job.image.a', 'videos: job.video.b']);
    await expect.poll(() => hasMessage(bus, 'JOBS', images.subjectOf('a'))).toBe(false);
    // The server forgets that it had given it to the other one.
    await expect.poll(() => ackPendingOf('JOBS', 'videos'), { timeout: 5_000 }).toBe(0);
    await Promise.all([ofImages.stop(), ofVideos.stop()]);
    expect(await listDead(bus, { limit: 1 })).toEqual([]);
  });

  it('and that its own consumer is past, is removed, and its record fails and is refunded once', async () => {
    const database = await parcelDatabase();
    const { db } = database;
    const [passed, parcelJob] = [jobRow('passed'), jobRow('parcel')];
    const shipments = jobRow('shipment', { ackWaitMs: 200 });
    const id = await insertParcel(db);
    await ageRecord(db, { table: 'parcels', id, byMs: 180_000 });
    await publish(parcelJob, id);
    await misdeliver('JOBS', 'shipments', parcelJob.filterSubject);
    const seen: string[] = [];
    const work = async (_: unknown, context: { readonly subject: string }) => void seen.push(context.subject);
    // A later message takes the consumer of parcels past the number of the parcel's.
    await publish(passed, 'later');
    const before = await consumeJobs(bus, passed, work, { durable: 'parcels', concurrency: 1 });
    await expect.poll(() => hasMessage(bus, 'JOBS', passed.subjectOf('later'))).toBe(false);
    await before.stop();
    const running = await Promise.all([
      consumeJobs(bus, shipments, work, { durable: 'shipments', concurrency: 1 }),
      consumeJobs(bus, parcelJob, work, { durable: 'parcels', concurrency: 1 }),
    ]);
    await expect.poll(() => foreignTo('shipments'), { timeout: 5_000 }).toBeGreaterThan(1);

    const records = recordsIn(db, parcels, { wakeRelay: () => undefined });
    const limits = { neverTakenMs: 60_000, leaseEndedMs: 120_000, batchSize: 2, log: quiet };
    const swept = [{ records, subjectOf: parcelJob.subjectOf }];
    const sweep = createSweep({ bus, onFailed: () => undefined }, swept, limits);
    const reasonOf = async () => (await parcelRow(db, id))?.failure_reason;
    const { signal } = new AbortController();
    await sweep(signal);
    expect(await reasonOf()).toBeNull();
    expect(await dropAcknowledged(bus, 'JOBS')).toBe(1);
    await sweep(signal);
    await sweep(signal);
    expect(await reasonOf()).toBe('never_taken');
    const refunds = (await subjectsOf(db, id)).filter((subject) => subject === 'event.parcel.failed');
    expect(refunds).toHaveLength(1);
    await expect.poll(() => ackPendingOf('JOBS', 'shipments'), { timeout: 5_000 }).toBe(0);
    expect(seen).toEqual([passed.subjectOf('later')]);
    await Promise.all(running.map((one) => one.stop()));
    await database.dispose();
  });
});

describe('an event that the server delivers to the consumer of another subject', () => {
  it('is not handled there, and stays in the stream for its own', async () => {
    const eventRow = (name: string) => ({
      subject: `event.${name}`,
      payload: workSchema,
      ackWaitMs: 200,
    });
    const [completed, failed] = [eventRow('image.completed'), eventRow('image.failed')];
    await bus.jetstream.publish(completed.subject, JSON.stringify({ id: 'a' }));
    await misdeliver('EVENTS', 'refunds', completed.subject);
    const seen: string[] = [];
    const handle = (name: string) => async (_: unknown, context: { readonly subject: string }) =>
      void seen.push(`${name}: ${context.subject}`);
    const refunds = await consumeEvents(bus, failed, handle('refunds'), {
      durable: 'refunds',
      concurrency: 1,
    });
    await expect.poll(() => foreignTo('refunds'), { timeout: 5_000 }).toBe(1);
    await expect.poll(() => ackPendingOf('EVENTS', 'refunds')).toBe(0);
    await bus.jetstream.publish(failed.subject, JSON.stringify({ id: 'b' }));
    const usage = await consumeEvents(bus, completed, handle('usage'), { durable: 'usage', concurrency: 1 });
    await expect
      .poll(() => seen.toSorted())
      .toEqual(['refunds: event.image.failed', 'usage: event.image.completed']);
    await Promise.all([refunds.stop(), usage.stop()]);
  });
});
