import { textRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { findNatsServer, startNats, startPostgres, waitFor } from '@redline/testkit/servers';
import { sql } from 'kysely';
import type { Db } from '../src/store/tables.ts';
import { createEngineDb, openDb } from '../test/database.ts';
import { bodyOf, newId, newScope, openBus, publishCheck, startEngine } from '../test/engine.ts';

/**
 * Measures the service around a judge that costs nothing: prepare, publish, take, finish; client, engine, NATS and a
 * Postgres that really commits, all on this machine. Prints one JSON object.
 */
const checks = 5_000;
const clients = 48;
const accounts = 100;
const idleChecks = 100;
const reads = 10_000;

const log = createLogger({ service: 'bench', level: 'silent' });
const scopes = Array.from({ length: accounts }, () => newScope());
const scopeOf = (index: number) => scopes[index % accounts] ?? newScope();
const text = `Our drops cure arthritis. ${'A tea of herbs from the hills, dried in the sun. '.repeat(10)}`;

async function submit(bus: Bus, index: number): Promise<string> {
  const [id, scope] = [newId(), scopeOf(index)];
  const request = { operationId: id, scope, deadlineMs: Date.now() + 5_000, check: bodyOf(text) };
  const answer = await call(bus, textRequests.prepare, request);
  if (answer.outcome !== 'prepared') throw new Error(`prepare answered ${answer.outcome}`);
  await publishCheck(bus, id, scope);
  return id;
}

/** Calls `work` for 0 to `count - 1`, so many at a time. @returns calls a second */
async function rate(
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const client = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, client));
  return Math.round((count * 1_000) / (performance.now() - startedMs));
}

const isDone = (db: Db) => async () =>
  (await db.selectFrom('text_checks').select('id').where('status', '=', 'processing').limit(1).execute())
    .length === 0;

async function p50(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from updated_at - created_at) * 1000)::float8 as ms
    from text_checks where id = any(${ids})`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}

/** The reference: commits of Postgres, one row at a time over 16 connections, since machines and neighbours differ. */
async function commits(url: string): Promise<number> {
  const db = openDb(url, 16);
  await sql`create table reference (id text primary key, value int not null)`.execute(db);
  const perSecond = await rate(checks, 16, () =>
    sql`insert into reference values (${newId()}, 1)`.execute(db),
  );
  await db.destroy();
  return perSecond;
}

async function measure(db: Db, bus: Bus) {
  const ids: string[] = [];
  const startedMs = performance.now();
  const submitted = await rate(checks, clients, async (index) => ids.push(await submit(bus, index)));
  await waitFor(isDone(db), { timeoutMs: 60_000, everyMs: 5 });
  const finished = Math.round((checks * 1_000) / (performance.now() - startedMs));
  const idle: string[] = [];
  for (let index = 0; index < idleChecks; index++) {
    idle.push(await submit(bus, index));
    await waitFor(isDone(db), { everyMs: 10 });
  }
  const get = (index: number) =>
    call(
      bus,
      textRequests.get,
      { scope: scopeOf(index), id: ids[index % ids.length] ?? '' },
      { trustReply: true },
    );
  const gets = await rate(reads, clients, get);
  const list = (index: number) =>
    call(bus, textRequests.list, { scope: scopeOf(index), page: 1, pageSize: 20 });
  const lists = await rate(reads / 10, clients, list);
  return {
    submittedPerSecond: submitted,
    finishedPerSecond: finished,
    idleP50Ms: await p50(db, idle),
    gets,
    lists,
  };
}

const [postgres, nats] = await Promise.all([
  startPostgres(),
  findNatsServer('.redline/tools').then((binary) => startNats({ binary })),
]);
const database = await createEngineDb(postgres.adminUrl);
const engine = await startEngine(database.db, nats.url, { limits: { jobConcurrency: 16 } });
const bus = await openBus(nats.url);
const commitsPerSecond = await commits(database.url);
const measured = await measure(database.db, bus);
process.stdout.write(`${JSON.stringify({ commitsPerSecond, ...measured })}\n`);
await bus.close();
await engine.stop();
await database.dispose();
await Promise.all([postgres.dispose(), nats.dispose()]);
log.flush();
