import type { NatsServer } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bus, ensureStreams } from '../src/bus/index.ts';
import { createDb, migrate } from '../src/db/index.ts';
import {
  appendOutbox,
  cleanPublished,
  eventMessage,
  type OutboxTables,
  type RelayOptions,
  startRelay,
} from '../src/outbox/index.ts';
import { openBus, outboxMigrations, ownDatabase, ownNats, quiet, streams, workSchema } from './fixtures.ts';

const row = { subject: 'event.told', payload: workSchema, ackWaitMs: 20_000 };
const dayMs = 86_400_000;
const keptMs = { EVENTS: 7 * dayMs };
const options: RelayOptions = { log: quiet, pollMs: 600_000, keptMs, watchMs: 50 };

let nats: NatsServer;
let bus: Bus;
let database: Awaited<ReturnType<typeof ownDatabase>>;
let db: Kysely<OutboxTables>;

beforeAll(async () => {
  nats = await ownNats();
  bus = await openBus(nats.url);
  database = await ownDatabase({ statementTimeoutMs: 5_000 });
  db = createDb<OutboxTables>({
    url: database.url,
    poolMax: 8,
    statementTimeoutMs: 5_000,
    applicationName: 'test',
  });
  await migrate(db, outboxMigrations);
});
afterAll(async () => {
  await db.destroy();
  await bus.close();
  await database.dispose();
  await nats.dispose();
});
beforeEach(async () => {
  await makeStreamAnew();
  await sql`truncate outbox, outbox_published, outbox_streams`.execute(db);
});

async function makeStreamAnew(): Promise<void> {
  await bus.manager.streams.delete('EVENTS');
  await ensureStreams(bus, streams);
}

const append = (ids: readonly string[]) =>
  db.transaction().execute((trx) =>
    appendOutbox(
      trx,
      ids.map((id) => eventMessage(row, { id }, { id: `m-${id}`, requestId: `r-${id}` })),
    ),
  );

async function told(): Promise<string[]> {
  const { state } = await bus.manager.streams.info('EVENTS');
  const ids: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq++) {
    const message = await bus.manager.streams.getMessage('EVENTS', { seq });
    if (message) ids.push(message.json<{ id: string }>().id);
  }
  return ids;
}
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Publishes messages by a relay that then ends. */
async function publish(ids: readonly string[]): Promise<void> {
  await append(ids);
  const relay = startRelay(db, bus, options);
  await expect.poll(told).toEqual(ids);
  await relay.stop();
}

describe('what a stream acknowledged and lost', () => {
  it('is published again by a running relay, in its order and once, when the stream is made anew', async () => {
    const relay = startRelay(db, bus, options);
    const ids = numbered('kept-', 1_205);
    await append(ids);
    relay.wake();
    await expect.poll(told, { timeout: 10_000 }).toEqual(ids);
    await makeStreamAnew();
    await expect.poll(told, { timeout: 10_000 }).toEqual(ids);
    await append(['later']);
    relay.wake();
    await expect.poll(told, { timeout: 10_000 }).toEqual([...ids, 'later']);
    const message = await bus.manager.streams.getMessage('EVENTS', { seq: 1 });
    expect(message?.header.get('Nats-Msg-Id')).toBe('m-kept-0');
    expect(message?.header.get('Request-Id')).toBe('r-kept-0');
    await relay.stop();
  });

  it('is published again after NATS came back without its disk', async () => {
    const relay = startRelay(db, bus, options);
    await append(['a', 'b']);
    relay.wake();
    await expect.poll(told).toEqual(['a', 'b']);
    await nats.kill();
    await nats.wipe();
    await nats.start();
    await expect.poll(() => bus.connected, { timeout: 15_000 }).toBe(true);
    await ensureStreams(bus, streams);
    await expect.poll(told, { timeout: 10_000 }).toEqual(['a', 'b']);
    await relay.stop();
  });

  it('is published again by a relay that was not there when it was lost, twice if need be', async () => {
    await publish(['x', 'y']);
    for (const _ of [1, 2]) {
      await makeStreamAnew();
      const relay = startRelay(db, bus, options);
      await expect.poll(told).toEqual(['x', 'y']);
      await relay.stop();
    }
  });

  it('is published once when several relays notice', async () => {
    const ids = numbered('shared-', 700);
    await publish(ids);
    await makeStreamAnew();
    const relays = [1, 2, 3].map(() => startRelay(db, bus, options));
    await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(700);
    await Promise.all(relays.map((relay) => relay.stop()));
    expect((await told()).toSorted()).toEqual(ids.toSorted());
  });

  it('stays where it is while the stream is the same, also across a restart of NATS', async () => {
    await publish(['same']);
    await nats.kill();
    await nats.start();
    await expect.poll(() => bus.connected, { timeout: 15_000 }).toBe(true);
    const relay = startRelay(db, bus, options);
    await append(['next']);
    await expect.poll(told, { timeout: 10_000 }).toEqual(['same', 'next']);
    await relay.stop();
  });

  it('is left alone when the stream would have discarded it by now', async () => {
    await publish(['old', 'young']);
    await sql`update outbox_published set published_at = now() - interval '8 days' where id = 'm-old'`.execute(
      db,
    );
    await makeStreamAnew();
    const relay = startRelay(db, bus, options);
    await expect.poll(told).toEqual(['young']);
    await relay.stop();
    const left = await db.selectFrom('outbox_published').select('id').execute();
    expect(left).toEqual([{ id: 'm-young' }]);
  });
});

describe('a published message', () => {
  it('is not kept where its stream is none of those', async () => {
    const relay = startRelay(db, bus, { ...options, keptMs: { JOBS: dayMs } });
    await append(['gone']);
    relay.wake();
    await expect.poll(told).toEqual(['gone']);
    await relay.stop();
    expect(await db.selectFrom('outbox_published').selectAll().execute()).toEqual([]);
  });

  it('is cleaned when its stream has discarded it, so many at a time', async () => {
    await publish(numbered('clean-', 30));
    await sql`update outbox_published set published_at = now() - interval '8 days' where position in
      (select position from outbox_published order by position limit 25)`.execute(db);
    expect(await cleanPublished(db, keptMs, 20)).toBe(20);
    expect(await cleanPublished(db, keptMs, 20)).toBe(5);
    expect(await cleanPublished(db, keptMs, 20)).toBe(0);
    expect(await db.selectFrom('outbox_published').select('id').execute()).toHaveLength(5);
  });
});
