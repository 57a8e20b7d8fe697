import { type PgBouncerServer, startTestPgBouncer, testServers, waitFor } from '@redline/testkit';
import { streamMessages } from '@redline/testkit/service';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bus } from '../src/bus/index.ts';
import { isDatabaseUnavailable, planFreely } from '../src/db/index.ts';
import { createLogger } from '../src/log/index.ts';
import { createMetrics } from '../src/metrics/index.ts';
import { appendOutbox, type OutboxTables, startRelay } from '../src/outbox/index.ts';
import { finishRecord, takeRecord } from '../src/records/index.ts';
import { migrateDatabase, openDatabase, type ServiceRun } from '../src/service/index.ts';
import { openBus, outboxMigrations, ownDatabase, ownNats, quiet } from './fixtures.ts';
import { insertParcel, parcelRow, parcels, parcelTables } from './parcels.ts';

const serverConnections = 5;
const indexed = { preparedMax: 50, indexedOnly: true };
const parts: (() => Promise<unknown>)[] = [];
const warnings: string[] = [];
const log = createLogger({
  service: 'test',
  level: 'warn',
  destination: { write: (line: string) => void warnings.push(JSON.parse(line).msg) },
});

let pgbouncer: PgBouncerServer;
let bus: Bus;
/** The database through PgBouncer. */
let url: string;

beforeAll(async () => {
  const nats = await ownNats();
  parts.push(nats.dispose);
  bus = await openBus(nats.url);
  parts.push(() => bus.close());
  const database = await ownDatabase();
  parts.push(database.dispose);
  pgbouncer = await startTestPgBouncer(serverConnections);
  parts.push(pgbouncer.dispose);
  url = pgbouncer.urlOf(database.url);
});
afterAll(async () => {
  for (const close of parts.reverse()) await close();
});

/** A process of a service, as far as the database knows of it. */
function processOf(changes: { readonly statementTimeoutMs?: number; readonly url?: string } = {}) {
  const run: ServiceRun<Parameters<typeof migrateDatabase>[0]['config']> = {
    name: 'parcels',
    config: {
      DATABASE_URL: changes.url ?? url,
      DATABASE_POOL_MAX: 8,
      DATABASE_STATEMENT_TIMEOUT_MS: changes.statementTimeoutMs ?? 5_000,
      DATABASE_PREPARED_STATEMENTS: false,
    },
    log,
    metrics: createMetrics({ service: 'parcels' }),
    onClose: (_, close) => void parts.push(async () => close()),
    closing: { ending: new AbortController().signal, closeMs: 1_000 },
    notDraining: async () => undefined,
  };
  return {
    migrate: () => migrateDatabase(run, { ...outboxMigrations, '0003-parcels': parcelTables }, indexed),
    open: () => openDatabase<OutboxTables>(run, indexed),
  };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What the connections between PgBouncer and Postgres begin with, looked at all at the same time. */
async function settingsOfAll(db: Kysely<OutboxTables>): Promise<string[]> {
  const looks = Array.from({ length: serverConnections }, () =>
    sql<{ value: string; pid: number }>`
      select current_setting('statement_timeout') as value, pg_backend_pid() as pid, pg_sleep(0.5)`.execute(
      db,
    ),
  );
  const rows = (await Promise.all(looks)).flatMap(({ rows }) => rows);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(serverConnections);
  return [...new Set(rows.map(({ value }) => value))].sort();
}

describe('through PgBouncer in transaction mode', () => {
  it('a service migrates, and its connections have the settings, its first one too', async () => {
    const service = processOf();
    expect(await service.migrate()).toEqual(['0001-outbox', '0002-outbox-published', '0003-parcels']);
    const db = await service.open();
    const { rows } = await sql<{ scans: string; wait: string }>`
      select current_setting('enable_seqscan') as scans, current_setting('lock_timeout') as wait`.execute(db);
    expect(rows).toEqual([{ scans: 'off', wait: '4s' }]);
    expect(await settingsOfAll(db)).toEqual(['5s']);
    expect(warnings).toEqual([]);
  });

  it('a statement is cancelled by Postgres, and so is waiting for a lock', async () => {
    const db = await processOf().open();
    const [slow, locked] = await Promise.all([
      failureOf(sql`select pg_sleep(30)`.execute(db)),
      db.transaction().execute(async (trx) => {
        await sql`lock table shipments`.execute(trx);
        return failureOf(sql`select from shipments`.execute(db));
      }),
    ]);
    expect(String(slow)).toMatch(/canceling statement due to statement timeout/);
    expect(String(locked)).toMatch(/canceling statement due to lock timeout/);
    expect([slow, locked].map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  it('what a transaction sets for itself stays in it', async () => {
    const db = await processOf().open();
    const inside = await db.transaction().execute(async (trx) => {
      await planFreely(trx);
      return sql<{ scans: string }>`select current_setting('enable_seqscan') as scans`.execute(trx);
    });
    expect(inside.rows).toEqual([{ scans: 'on' }]);
    const looks = Array.from({ length: 20 }, () =>
      sql<{ scans: string }>`select current_setting('enable_seqscan') as scans`.execute(db),
    );
    for (const { rows } of await Promise.all(looks)) expect(rows).toEqual([{ scans: 'off' }]);
  });

  it('replicas take each record once, and publish what it writes once, over five connections', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => processOf().open()));
    const relays = replicas.map((db) => startRelay(db, bus, { log: quiet }));
    const [first] = replicas;
    if (!first) throw new Error('no replica');
    const ids = await Promise.all(Array.from({ length: 60 }, () => insertParcel(first)));
    const work = async (db: Kysely<OutboxTables>, id: string) => {
      const label = sql<{ label: string | null }>`label`;
      const taking = await takeRecord(db, parcels, id, { leaseMs: 60_000, maxAttempts: 3 }, label);
      if (taking.outcome !== 'taken') return taking.outcome;
      await db.transaction().execute(async (trx) => {
        await finishRecord(trx, parcels, { id, attempt: 1 }, { set: sql`label = 'done'`, returning: label });
        await appendOutbox(trx, [{ subject: `event.parcel.${id}`, payload: { id }, id: `done-${id}` }]);
      });
      return 'finished';
    };
    const outcomes = await Promise.all(ids.flatMap((id) => replicas.map((db) => work(db, id))));
    expect(outcomes.filter((outcome) => outcome === 'finished')).toHaveLength(ids.length);
    for (const relay of relays) relay.wake();
    await waitFor(async () => (await first.selectFrom('outbox').select('id').execute()).length === 0, {
      what: 'the end of the outbox',
    });
    for (const id of ids) {
      expect(await parcelRow(first, id)).toMatchObject({ status: 'completed', attempt: 1, label: 'done' });
    }
    const published = (await streamMessages(bus, 'EVENTS')).map(({ payload }) => payload['id']);
    expect(published.sort()).toEqual(ids.sort());
    expect(await connectionsToPostgres()).toBe(serverConnections);
    for (const relay of relays) await relay.stop();
  });

  it('a changed setting holds for what is connected later, and for all after a reconnect', async () => {
    const old = await processOf().open();
    expect(await settingsOfAll(old)).toEqual(['5s']);
    const changed = processOf({ statementTimeoutMs: 6_000 });
    expect(await changed.migrate()).toEqual([]);
    const db = await changed.open();
    expect(await settingsOfAll(db)).toContain('6s');
    await pgbouncer.reconnect();
    await expect.poll(() => settingsOfAll(db)).toEqual(['6s']);
  });
});

async function connectionsToPostgres(): Promise<number> {
  const client = new Client({ connectionString: testServers().postgresAdminUrl });
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::int as count from pg_stat_activity where datname = $1',
    [new URL(url).pathname.slice(1)],
  );
  await client.end();
  return rows[0].count;
}
