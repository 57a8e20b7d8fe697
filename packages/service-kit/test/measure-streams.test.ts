import type { NatsServer } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bus,
  consumeEvents,
  consumeJobs,
  deadLetter,
  measureStreams,
  publishJob,
} from '../src/bus/index.ts';
import { createMetrics } from '../src/metrics/index.ts';
import { gate, jobRow, openBus, ownNats, quiet, streams, workSchema } from './fixtures.ts';

let nats: NatsServer;
let bus: Bus;
const metrics = createMetrics({ service: 'keeper' });

beforeAll(async () => {
  nats = await ownNats();
  bus = await openBus(nats.url);
  measureStreams({ metrics, log: quiet }, bus, streams);
});
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});

/** The samples of a metric, as a scrape sees them: values by labels. */
async function samplesOf(name: string): Promise<Record<string, number>> {
  const metric = metrics.registry.getSingleMetric(name);
  const { values } = (await metric?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

describe('who keeps the streams', () => {
  it('says what waits, what is worked on and what is dead, with no id among the labels', async () => {
    const row = jobRow('stuck');
    const { opened, open } = gate();
    const worker = await consumeJobs(bus, row, () => opened, { durable: 'stuck', concurrency: 1 });
    const told = { subject: 'event.told', payload: workSchema, ackWaitMs: 5_000 };
    const follower = await consumeEvents(bus, told, async () => {}, { durable: 'follower', concurrency: 1 });
    for (const id of ['a', 'b', 'c']) {
      await publishJob(bus, row, id, { id }, { msgId: id, timeoutMs: 2_000 });
    }
    for (const subject of ['job.stuck.x1', 'job.stuck.x2', 'job.gone.x3']) {
      await deadLetter(bus, { subject, payload: {}, reason: 'test', attempts: 1, handler: 'stuck' });
    }
    await expect
      .poll(() => samplesOf('jetstream_consumer_pending_messages'))
      .toEqual({ 'JOBS stuck': 2, 'EVENTS follower': 0 });
    expect(await samplesOf('jetstream_consumer_ack_pending_messages')).toMatchObject({ 'JOBS stuck': 1 });
    expect(await samplesOf('jetstream_consumer_redelivered_messages')).toMatchObject({ 'JOBS stuck': 0 });
    expect(await samplesOf('jetstream_dead_messages')).toEqual({
      'job.stuck.*': 2,
      'event.told': 0,
      other: 1,
    });
    expect(await samplesOf('jetstream_stream_messages')).toEqual({ JOBS: 3, EVENTS: 0, DEAD: 3 });
    expect(await samplesOf('jetstream_stream_replicas_current')).toEqual({ JOBS: 1, EVENTS: 1, DEAD: 1 });
    expect((await samplesOf('jetstream_stream_oldest_message_age_seconds')).JOBS).toBeGreaterThan(0);
    open();
    await Promise.all([worker.stop(), follower.stop()]);
  });

  it('says which stream is missing', async () => {
    await bus.manager.streams.delete('DEAD');
    await expect.poll(() => samplesOf('jetstream_stream_up')).toEqual({ JOBS: 1, EVENTS: 1, DEAD: 0 });
  });

  it('says nothing of the streams while NATS is away, and that it cannot', async () => {
    await nats.kill();
    await expect.poll(() => samplesOf('jetstream_stream_up'), { timeout: 20_000 }).toEqual({});
    expect(await samplesOf('metric_reading_failures_total')).toHaveProperty('streams');
  });
});
