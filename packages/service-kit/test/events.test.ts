import type { NatsServer } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Bus,
  broadcast,
  consumeEvents,
  ensureStreams,
  listDead,
  rejected,
  replayDead,
  subscribe,
} from '../src/bus/index.ts';
import { openBus, ownNats, streams, workSchema } from './fixtures.ts';

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

const eventRow = (name: string) => ({ subject: `event.${name}`, payload: workSchema, ackWaitMs: 20_000 });
const tell = (name: string, id: string) => bus.jetstream.publish(`event.${name}`, JSON.stringify({ id }));

describe('an event', () => {
  it('reaches every consumer once, also one that was created after it happened', async () => {
    const row = eventRow('happened');
    const seen: string[] = [];
    const follow = (durable: string) =>
      consumeEvents(bus, row, async ({ id }) => void seen.push(`${durable}:${id}`), {
        durable,
        concurrency: 2,
      });
    const early = await follow('early');
    await tell('happened', 'a');
    await expect.poll(() => seen).toEqual(['early:a']);
    const late = await follow('late');
    await expect.poll(() => seen).toEqual(['early:a', 'late:a']);
    await Promise.all([early.stop(), late.stop()]);
  });

  it('is never given up, however often its handler fails', async () => {
    const row = eventRow('stubborn');
    let calls = 0;
    const handler = async () => {
      calls += 1;
      if (calls < 12) throw new Error('not yet');
    };
    const options = { durable: 'stubborn', concurrency: 1, backoffMs: [5] };
    const follower = await consumeEvents(bus, row, handler, options);
    await tell('stubborn', 'a');
    await expect.poll(() => calls, { timeout: 5_000 }).toBe(12);
    const info = () => bus.manager.consumers.info('EVENTS', 'stubborn');
    await expect.poll(async () => (await info()).num_ack_pending).toBe(0);
    await follower.stop();
  });

  it('that a service does not understand waits until one comes that does, and keeps no other from it', async () => {
    const row = eventRow('newer');
    const seen: string[] = [];
    const options = { durable: 'newer', concurrency: 2, backoffMs: [20] };
    const older = await consumeEvents(bus, row, async ({ id }) => void seen.push(id), options);
    await bus.jetstream.publish(row.subject, JSON.stringify({ id: 7 }));
    await tell('newer', 'a');
    await expect.poll(() => seen).toEqual(['a']);
    await older.stop();
    const upgraded = {
      ...row,
      payload: z.object({ id: z.union([z.string(), z.number()]).transform(String) }),
    };
    const newer = await consumeEvents(bus, upgraded, async ({ id }) => void seen.push(id), options);
    await expect.poll(() => seen).toEqual(['a', '7']);
    await newer.stop();
    expect(await listDead(bus, { limit: 1, subject: row.subject })).toEqual([]);
  });

  it('that is no JSON is dead at once; an operator replays one under the id that it had', async () => {
    const row = eventRow('broken');
    const ids: string[] = [];
    const handler = async (_: unknown, context: { readonly messageId: string }) => {
      ids.push(context.messageId);
      if (ids.length === 1) throw rejected('not today');
    };
    const follower = await consumeEvents(bus, row, handler, { durable: 'broken', concurrency: 1 });
    const dead = () => listDead(bus, { limit: 9, subject: row.subject });
    await bus.jetstream.publish(row.subject, '{');
    await expect.poll(async () => (await dead()).length).toBe(1);
    await bus.jetstream.publish(row.subject, JSON.stringify({ id: 'a' }), { msgID: 'event-a' });
    await expect.poll(async () => (await dead()).length).toBe(2);
    expect(await replayDead(bus, (await dead())[1]?.sequence ?? 0)).toBe(true);
    await expect.poll(() => ids).toEqual(['event-a', 'event-a']);
    await follower.stop();
  });

  it('without a message id is known by its place in the stream', async () => {
    const ids: string[] = [];
    const handler = async (_: unknown, context: { readonly messageId: string }) =>
      void ids.push(context.messageId);
    const follower = await consumeEvents(bus, eventRow('anonymous'), handler, {
      durable: 'anonymous',
      concurrency: 1,
    });
    const { seq } = await tell('anonymous', 'a');
    await expect.poll(() => ids).toEqual([`EVENTS:${seq}`]);
    await follower.stop();
  });
});

describe('a broadcast', () => {
  it('reaches every replica, and one that cannot be read harms nobody', async () => {
    const row = { subject: 'broadcast.test', payload: z.object({ key: z.string() }) };
    const seen: string[] = [];
    const replicas = ['one', 'two'].map((name) =>
      subscribe(bus, row, ({ key }) => void seen.push(`${name}:${key}`)),
    );
    await bus.connection.flush();
    bus.connection.publish(row.subject, '{');
    broadcast(bus, row, { key: 'k' });
    await expect.poll(() => seen.toSorted()).toEqual(['one:k', 'two:k']);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });
});

describe('ensuring the streams', () => {
  it('from several services at once and again later changes settings and keeps every message', async () => {
    await tell('kept', 'a');
    const other = await openBus(nats.url);
    const longer = { ...streams, events: { ...streams.events, maxAgeMs: 7_200_000 } };
    await Promise.all([ensureStreams(bus, longer), ensureStreams(other, longer)]);
    const { config } = await bus.manager.streams.info('EVENTS');
    expect(config.max_age).toBe(7_200_000 * 1e6);
    expect(await bus.manager.streams.getMessage('EVENTS', { last_by_subj: 'event.kept' })).not.toBeNull();
    await other.close();
  });

  it('drops the oldest messages of one that has a bound, and takes every new one', async () => {
    const news = {
      ...({ name: 'NEWS', subjects: ['news.*'], retention: 'limits', maxAgeMs: 3_600_000 } as const),
      maxBytes: 100_000,
      maxMessagesPerSubject: 3,
    };
    await ensureStreams(bus, { ...streams, news });
    const tell = (subject: string, text: string) => bus.jetstream.publish(subject, text);
    for (const text of ['1', '2', '3', '4']) await tell('news.a', text);
    const { state } = await bus.manager.streams.info('NEWS', { subjects_filter: '>' });
    expect(state.subjects).toEqual({ 'news.a': 3 });
    for (let told = 0; told < 20; told++) await tell(`news.${told}`, 'x'.repeat(10_000));
    const after = await bus.manager.streams.info('NEWS');
    expect(after.state.bytes).toBeLessThanOrEqual(100_000);
    expect(await bus.manager.streams.getMessage('NEWS', { last_by_subj: 'news.19' })).not.toBeNull();
    expect(await bus.manager.streams.getMessage('NEWS', { last_by_subj: 'news.a' })).toBeNull();
  });
});
