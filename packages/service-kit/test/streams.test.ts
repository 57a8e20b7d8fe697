import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bus, connectBus, ensureStreams, keepStreams, verifyStreams } from '../src/bus/index.ts';
import { ownNats, quiet, streams } from './fixtures.ts';

let nats: Awaited<ReturnType<typeof ownNats>>;
let bus: Bus;

beforeAll(async () => {
  nats = await ownNats();
  bus = await connectBus({ url: nats.url, name: 'test', log: quiet });
});
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});
beforeEach(async () => {
  for (const name of await names()) await bus.manager.streams.delete(name);
});

const names = async () => {
  const found: string[] = [];
  for await (const name of bus.manager.streams.names()) found.push(name);
  return found.toSorted();
};

describe('a service that needs streams', () => {
  it('waits for them and changes nothing', async () => {
    const waiting = verifyStreams(bus, streams, { waitMs: 10_000 });
    expect(await names()).toEqual([]);
    await ensureStreams(bus, streams);
    await waiting;
  });

  it('says in one line which one is missing and who makes it', async () => {
    await ensureStreams(bus, { jobs: streams.jobs, dead: streams.dead });
    await expect(verifyStreams(bus, streams, { waitMs: 0 })).rejects.toThrow(
      "NATS_URL: the bus has no EVENTS; the gateway's image makes streams, with the argument `streams`",
    );
  });
});

describe('who keeps the streams', () => {
  it('makes one again that is missing, and leaves the others with their messages', async () => {
    const keeping = await keepStreams(bus, streams, { everyMs: 50 });
    await bus.jetstream.publish('event.kept', '{}');
    await bus.manager.streams.delete('JOBS');
    await expect.poll(names).toEqual(['DEAD', 'EVENTS', 'JOBS']);
    expect((await bus.manager.streams.info('EVENTS')).state.messages).toBe(1);
    await keeping.stop();
  });

  it('gives them sizes; without replicas of its own an existing stream keeps its number', async () => {
    await ensureStreams(bus, streams, { maxBytes: { JOBS: 2_000_000, DEAD: null } });
    const { config } = await bus.manager.streams.info('JOBS');
    expect([config.max_bytes, config.discard, config.num_replicas]).toEqual([2_000_000, 'new', 1]);
    expect((await bus.manager.streams.info('DEAD')).config.max_bytes).toBe(-1);
  });
});
