import { freePort } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDb,
  isDatabaseUnavailable,
  migrate,
  migratedCheck,
  pingDb,
  waitForDb,
} from '../src/db/index.ts';
import { ownDatabase } from './fixtures.ts';

type Database = Awaited<ReturnType<typeof ownDatabase>>;

let database: Database;
const opened: Kysely<object>[] = [];
const open = (url = database.url, statementTimeoutMs = 5_000) => {
  const db = createDb<object>({ url, poolMax: 4, statementTimeoutMs, applicationName: 'kit-test' });
  opened.push(db);
  return db;
};
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeAll(async () => {
  database = await ownDatabase({ statementTimeoutMs: 5_000 });
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await database.dispose();
});

const table = (name: string) => ({
  async up(db: Kysely<object>) {
    await sql.raw(`create table ${name} (id int)`).execute(db);
  },
});

describe('migrations', () => {
  it('run once each, in the order of their names, when several services start together', async () => {
    const ran: string[] = [];
    const noted = (name: string) => ({
      async up(db: Kysely<object>) {
        ran.push(name);
        await sql.raw(`create table ${name} (id int)`).execute(db);
      },
    });
    const migrations = { '0002-b': noted('b'), '0001-a': noted('a') };
    const results = await Promise.all(Array.from({ length: 6 }, () => migrate(open(), migrations)));
    expect(ran).toEqual(['a', 'b']);
    expect(results.flat()).toEqual(['0001-a', '0002-b']);
    expect(await migrate(open(), { ...migrations, '0003-c': noted('c') })).toEqual(['0003-c']);
  });

  it('are missed by a service that is not ready until they have run, and never after', async () => {
    const own = await ownDatabase();
    const db = open(own.url);
    const migrations = { '0001-a': table('a'), '0002-b': table('b') };
    const check = migratedCheck(db, migrations);
    await expect(check()).rejects.toThrow(
      'the database lacks 0001-a, 0002-b; the argument `migrate` makes them',
    );
    await migrate(db, { '0001-a': table('a') });
    await expect(check()).rejects.toThrow('the database lacks 0002-b');
    await migrate(db, migrations);
    await check();
    await sql`drop table migrations`.execute(db);
    await check();
    await db.destroy();
    await own.dispose();
  });

  it('that fail leave nothing of themselves behind, while those before them stay', async () => {
    const failing = { up: () => Promise.reject(new Error('broken step')) };
    const known = { '0001-a': table('x'), '0002-b': table('x'), '0003-c': table('x') };
    const half = {
      async up(db: Kysely<object>) {
        await table('half').up(db);
        await failing.up();
      },
    };
    const run = migrate(open(), { ...known, '0004-d': table('d'), '0005-e': half });
    await expect(run).rejects.toThrow('broken step');
    const { rows } = await sql<{ d: string | null; half: string | null }>`
      select to_regclass('d') as d, to_regclass('half') as half`.execute(open());
    expect(rows[0]).toEqual({ d: 'd', half: null });
    expect(await migrate(open(), { ...known, '0004-d': table('d'), '0005-e': table('e') })).toEqual([
      '0005-e',
    ]);
  });

  it('that come before one that ran already, or have another name, are refused', async () => {
    await expect(migrate(open(), { '0000-late': table('late') })).rejects.toThrow(
      /0000-late comes before 0005-e/,
    );
    await expect(migrate(open(), { one: table('one') })).rejects.toThrow(/named 0001-said-name, not one/);
  });
});

describe('the pool', () => {
  it('gives bigint as a number and refuses one that a number cannot hold', async () => {
    const { rows } = await sql<{ value: number }>`select 9007199254740991::bigint as value`.execute(open());
    expect(rows[0]?.value).toBe(9007199254740991);
    await expect(sql`select 9007199254740992::bigint as value`.execute(open())).rejects.toThrow(
      /past what a number/,
    );
  });

  it('survives that the server ends its connections, and says that the database was unavailable', async () => {
    const db = open();
    const busy = failureOf(sql`select pg_sleep(20)`.execute(db));
    await pingDb(db);
    const end = () =>
      sql<{ count: number }>`
        select count(pg_terminate_backend(pid)) as count from pg_stat_activity
        where application_name = 'kit-test' and pid <> pg_backend_pid() and datname = current_database()
          and query like '%pg_sleep(20)%'`.execute(open());
    await expect.poll(async () => (await end()).rows[0]?.count).toBe(1);
    expect(isDatabaseUnavailable(await busy)).toBe(true);
    // The driver hears of the end only after the failure, and may lend that connection once more.
    await expect.poll(() => failureOf(pingDb(db))).toBeUndefined();
  });

  it('gives up on a statement when the server has not cancelled it in time', async () => {
    const error = await failureOf(sql`select pg_sleep(4)`.execute(open(database.url, 200)));
    expect(String(error)).toMatch(/read timeout/);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

describe('"unavailable"', () => {
  it('is a refused connection and a server that is gone, not a wrong statement or a broken constraint', async () => {
    const nowhere = open(`postgres://x@127.0.0.1:${await freePort()}/x`);
    expect(isDatabaseUnavailable(await failureOf(pingDb(nowhere)))).toBe(true);
    const db = open();
    expect(isDatabaseUnavailable(await failureOf(sql`selec 1`.execute(db)))).toBe(false);
    await sql`create table u (id int primary key)`.execute(db);
    await sql`insert into u values (1)`.execute(db);
    expect(isDatabaseUnavailable(await failureOf(sql`insert into u values (1)`.execute(db)))).toBe(false);
    expect(isDatabaseUnavailable(new Error('something else'))).toBe(false);
    expect(isDatabaseUnavailable('connection terminated')).toBe(false);
  });

  it('at a start is one line that names variable and place, never the password', async () => {
    const port = await freePort();
    const url = `postgres://someone:hunter2@127.0.0.1:${port}/x`;
    const away = await failureOf(waitForDb(open(url), { url, timeoutMs: 300 }));
    expect(String(away)).toMatch(
      new RegExp(`DATABASE_URL: no Postgres answered at 127.0.0.1:${port} within 300 ms`),
    );
    const missing = new URL(database.url);
    missing.pathname = '/no_such_database';
    const refused = await failureOf(waitForDb(open(missing.href), { url: missing.href, timeoutMs: 300 }));
    expect(String(refused)).toMatch(/DATABASE_URL: Postgres at .*\/no_such_database refuses the connection/);
    expect(`${away}${refused}`).not.toMatch(/hunter2|\n/);
  });
});
