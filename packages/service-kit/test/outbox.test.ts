import type { NatsServer } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '../src/bus/index.ts';
import { createDb, migrate } from '../src/db/index.ts';
import {
  appendOutbox,
  cleanInbox,
  eventMessage,
  type OutboxTables,
  recordOnce,
  startRelay,
} from '../src/outbox/index.ts';
import { openBus, outboxMigrations, ownDatabase, ownNats, quiet, workSchema } from './fixtures.ts';

const row = { subject: 'event.told', payload: workSchema, ackWaitMs: 20_000 };
const neverPolls = { log: quiet, pollMs: 600_000 };

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
  await bus.manager.streams.purge('EVENTS');
});

const append = (ids: readonly string[]) =>
  db.transaction().execute((trx) =>
    appendOutbox(
      trx,
      ids.map((id) => eventMessage(row, { id }, { id: `m-${id}` })),
    ),
  );
const rowsLeft = async () => (await db.selectFrom('outbox').select('id').execute()).length;

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

describe('the relay', () => {
  it('tells everything once, in the order of writing, as soon as it is woken', async () => {
    const relay = startRelay(db, bus, { ...neverPolls, batchSize: 50 });
    const ids = numbered('order-', 230);
    for (let start = 0; start < ids.length; start += 23) {
      await append(ids.slice(start, start + 23));
      relay.wake();
    }
    await expect.poll(rowsLeft).toBe(0);
    expect(await told()).toEqual(ids);
    await relay.stop();
  });

  it('tells what another process wrote and did not live to tell', async () => {
    await append(['orphan']);
    const relay = startRelay(db, bus, { log: quiet, pollMs: 50 });
    await expect.poll(told).toEqual(['orphan']);
    await append(['orphan-2']);
    await expect.poll(told).toEqual(['orphan', 'orphan-2']);
    await relay.stop();
  });

  it('that died between publishing and deleting tells nothing twice', async () => {
    await append(['crash-a', 'crash-b']);
    await bus.jetstream.publish(row.subject, JSON.stringify({ id: 'crash-a' }), { msgID: 'm-crash-a' });
    const relay = startRelay(db, bus, neverPolls);
    await expect.poll(rowsLeft).toBe(0);
    expect(await told()).toEqual(['crash-a', 'crash-b']);
    await relay.stop();
  });

  it('says nothing of a change that was rolled back', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await appendOutbox(trx, [eventMessage(row, { id: 'undone' })]);
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await rowsLeft()).toBe(0);
  });

  it('keeps everything while NATS is away and tells it when it is back', async () => {
    const relay = startRelay(db, bus, neverPolls);
    await nats.kill();
    await expect.poll(() => bus.connected).toBe(false);
    await append(['away']);
    relay.wake();
    expect(await rowsLeft()).toBe(1);
    await nats.start();
    await expect.poll(rowsLeft, { timeout: 15_000 }).toBe(0);
    expect(await told()).toEqual(['away']);
    await relay.stop();
  });

  it('goes on when Postgres ends its connections', async () => {
    const relay = startRelay(db, bus, { log: quiet, pollMs: 50 });
    await append(['before']);
    await expect.poll(told).toEqual(['before']);
    const admin = createDb<object>({
      url: database.url,
      poolMax: 1,
      statementTimeoutMs: 5_000,
      applicationName: 'admin',
    });
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(admin);
    await admin.destroy();
    await expect
      .poll(() =>
        append(['after']).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(told).toEqual(['before', 'after']);
    await relay.stop();
  });

  it('is shared by replicas without telling anything twice or leaving anything out', async () => {
    const relays = [1, 2, 3].map(() => startRelay(db, bus, { ...neverPolls, batchSize: 10 }));
    const ids = numbered('shared-', 300);
    await Promise.all(
      ids.map(async (id, index) => {
        await append([id]);
        relays[index % 3]?.wake();
      }),
    );
    for (const relay of relays) relay.wake();
    await expect.poll(rowsLeft, { timeout: 10_000 }).toBe(0);
    expect((await told()).toSorted()).toEqual(ids.toSorted());
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  it('tells what was written last before it stops', async () => {
    const relay = startRelay(db, bus, neverPolls);
    await append(['last']);
    await relay.stop();
    expect(await told()).toEqual(['last']);
  });

  it('is not held up for ever by a message that no stream takes', async () => {
    const lost = { ...row, subject: 'nobody.takes.this' };
    await db.transaction().execute((trx) => appendOutbox(trx, [eventMessage(lost, { id: 'stuck' })]));
    const relay = startRelay(db, bus, neverPolls);
    await append(['passes']);
    relay.wake();
    await expect.poll(told).toEqual(['passes']);
    await expect.poll(rowsLeft).toBe(1);
    await relay.stop();
    await db.deleteFrom('outbox').execute();
  });
});

describe('a message', () => {
  it('leaves byte for byte, with its request id', async () => {
    const id = 'nul \u0000 lone \ud800 emoji 🙂 "quoted"';
    await db
      .transaction()
      .execute((trx) => appendOutbox(trx, [eventMessage(row, { id }, { requestId: 'req-9' })]));
    const relay = startRelay(db, bus, neverPolls);
    await expect.poll(told).toEqual([id]);
    const message = await bus.manager.streams.getMessage('EVENTS', { last_by_subj: row.subject });
    expect(message?.header.get('Request-Id')).toBe('req-9');
    await relay.stop();
  });

  it('larger than the bus carries does not get in', async () => {
    const huge = db
      .transaction()
      .execute((trx) => appendOutbox(trx, [eventMessage(row, { id: 'x'.repeat(1_000_001) })]));
    await expect(huge).rejects.toThrow(RangeError);
    expect(await rowsLeft()).toBe(0);
  });
});

describe('the inbox', () => {
  it('knows a message again, per consumer, and also when two take it at the same time', async () => {
    const record = (consumer: string) => db.transaction().execute((trx) => recordOnce(trx, consumer, 'm-1'));
    const results = await Promise.all(Array.from({ length: 8 }, () => record('billing')));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await record('billing')).toBe(false);
    expect(await record('other')).toBe(true);
  });

  it('forgets a message whose work was rolled back', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await recordOnce(trx, 'undone', 'm-2');
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await db.transaction().execute((trx) => recordOnce(trx, 'undone', 'm-2'))).toBe(true);
  });

  it('is cleaned of old rows only, so many at a time', async () => {
    const old = numbered('old-', 25).map((message_id) => ({ consumer: 'c', message_id, at: new Date(0) }));
    await db.insertInto('inbox').values(old).execute();
    expect(await cleanInbox(db, { olderThanMs: 86_400_000, limit: 20 })).toBe(20);
    expect(await cleanInbox(db, { olderThanMs: 86_400_000, limit: 20 })).toBe(5);
    expect(await cleanInbox(db, { olderThanMs: 86_400_000, limit: 20 })).toBe(0);
    expect(await db.transaction().execute((trx) => recordOnce(trx, 'billing', 'm-1'))).toBe(false);
  });
});
