import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb, createIndexConcurrently, type Migrations, migrate } from '../src/db/index.ts';
import { migrationLimits } from '../src/db/run-migration.ts';
import { gate, ownDatabase } from './fixtures.ts';

let database: Awaited<ReturnType<typeof ownDatabase>>;
let db: Kysely<object>;
const opened: Kysely<object>[] = [];
const open = (applicationName = 'kit-test') => {
  const pool = createDb<object>({
    url: database.url,
    poolMax: 4,
    statementTimeoutMs: 20_000,
    applicationName,
  });
  opened.push(pool);
  return pool;
};
const limits = { ...migrationLimits, lockWaitMs: 50, lockPauseMs: 10 };

beforeAll(async () => {
  database = await ownDatabase();
  db = open();
});
beforeEach(async () => {
  await sql`drop table if exists migrations, parcels`.execute(db);
  await sql`create table parcels (id int primary key, city text)`.execute(db);
  await sql`insert into parcels select n, 'x' from generate_series(1, 1000) n`.execute(db);
});
afterAll(async () => {
  await Promise.all(opened.map((pool) => pool.destroy()));
  await database.dispose();
});

const run = (statement: string) => ({
  async up(on: Kysely<object>) {
    await sql.raw(statement).execute(on);
  },
});
const namesRun = async () => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
};
const isValid = async (index: string) => {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`.execute(db);
  return rows[0]?.valid;
};

describe('a migration outside a transaction', () => {
  const withIndex: Migrations = {
    '0001-size': run('alter table parcels add column size int'),
    '0002-by-city': {
      transaction: false,
      up: (on) => createIndexConcurrently(on, 'by_city', sql`on parcels (city)`),
    },
    '0003-weight': run('alter table parcels add column weight int'),
  };

  it('keeps its place among the others, and runs once however many start together', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => migrate(open(), withIndex)));
    expect(results.flat()).toEqual(['0001-size', '0002-by-city', '0003-weight']);
    expect(await isValid('by_city')).toBe(true);
    expect(await migrate(db, withIndex)).toEqual([]);
  });

  it('is run again after a run that left an invalid index, which is built anew', async () => {
    await sql`insert into parcels values (1001, 'twice'), (1002, 'twice')`.execute(db);
    const once: Migrations = {
      '0001-once': {
        transaction: false,
        up: (on) =>
          createIndexConcurrently(on, 'city_once', sql`on parcels (city) where city <> 'x'`, {
            unique: true,
          }),
      },
    };
    await expect(migrate(db, once)).rejects.toThrow(/city_once/);
    expect(await isValid('city_once')).toBe(false);
    expect(await namesRun()).toEqual([]);
    await sql`delete from parcels where id = 1002`.execute(db);
    expect(await migrate(db, once)).toEqual(['0001-once']);
    expect(await isValid('city_once')).toBe(true);
  });

  it('that had done all and was not noted changes nothing when it runs again', async () => {
    await migrate(db, withIndex);
    const oid = () => sql<{ oid: number }>`select 'by_city'::regclass::oid as oid`.execute(db);
    const before = await oid();
    await sql`delete from migrations where name > '0001-size'`.execute(db);
    await sql`alter table parcels drop column weight`.execute(db);
    expect(await migrate(db, withIndex)).toEqual(['0002-by-city', '0003-weight']);
    expect((await oid()).rows).toEqual(before.rows);
  });

  it('has a longer limit for its statements, and gives the connection back with the old one', async () => {
    const short = { ...limits, statementMs: 1_000, longStatementMs: 5_000 };
    let seen: unknown;
    await migrate(db, {}, { session: { statementTimeoutMs: 2_000 } });
    const one = createDb<object>({
      url: database.url,
      poolMax: 2,
      statementTimeoutMs: 2_000,
      applicationName: 'kit-test',
    });
    opened.push(one);
    const up = async (on: Kysely<object>) => {
      seen = (
        await sql`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock`.execute(on)
      ).rows[0];
    };
    await migrate(one, { '0001-long': { transaction: false, up } }, { limits: short });
    expect(seen).toEqual({ statement: '5s', lock: '5s' });
    await migrate(one, { '0001-long': { transaction: false, up }, '0002-short': { up } }, { limits: short });
    expect(seen).toEqual({ statement: '1s', lock: '50ms' });
    await Promise.all([up(one), up(one)]);
    expect(seen).toEqual({ statement: '2s', lock: '2s' });
  });

  it('holds the lock between its transactions, so that a second migrator waits for all of them', async () => {
    const begun = gate();
    const goOn = gate();
    const order: string[] = [];
    const slow: Migrations = {
      '0001-slow': {
        transaction: false,
        async up() {
          order.push('slow begins');
          begun.open();
          await goOn.opened;
          order.push('slow ends');
        },
      },
    };
    const first = migrate(db, slow);
    await begun.opened;
    const second = migrate(open('second'), slow).then((names) => {
      order.push('the second returns');
      return names;
    });
    const tries = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'second' and query <> ''`;
    await expect.poll(async () => (await tries.execute(db)).rows[0]?.count).toBeGreaterThan(0);
    goOn.open();
    expect(await Promise.all([first, second])).toEqual([['0001-slow'], []]);
    expect(order).toEqual(['slow begins', 'slow ends', 'the second returns']);
  });

  it('is not followed by another step once the lock is lost', async () => {
    const steps: Migrations = {
      '0001-a': {
        transaction: false,
        async up(on: Kysely<object>) {
          await sql`select pg_terminate_backend(pid) from pg_locks
            where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
            on,
          );
        },
      },
    };
    const both = { ...steps, '0002-size': run('alter table parcels add column size int') };
    await expect(migrate(db, both)).rejects.toThrow('the lock of the migrations is lost');
    expect(await namesRun()).toEqual(['0001-a']);
    expect(await migrate(db, both)).toEqual(['0002-size']);
  });
});

describe('a migration in a transaction', () => {
  const addColumn: Migrations = { '0001-size': run('alter table parcels add column size int') };

  it('gives way while its table is locked, and lets the traffic behind it pass before it tries again', async () => {
    const release = gate();
    const locked = gate();
    const reader = db.transaction().execute(async (trx) => {
      await sql`select * from parcels where id = 1`.execute(trx);
      locked.open();
      await release.opened;
    });
    await locked.opened;
    const migrating = migrate(open(), addColumn, {
      limits: { ...limits, lockAttemptsMax: 1_000 },
    });
    const waits = sql<{ count: number }>`select count(*)::int as count from pg_locks
      where relation = 'parcels'::regclass and mode = 'AccessExclusiveLock' and not granted`;
    await expect.poll(async () => (await waits.execute(db)).rows[0]?.count, { interval: 5 }).toBe(1);
    // Without the limit this would stand behind the migration until the reader ends.
    await sql`update parcels set city = 'y' where id = 2`.execute(db);
    release.open();
    await reader;
    expect(await migrating).toEqual(['0001-size']);
  });

  it('fails after a bounded number of attempts, and leaves nothing of itself', async () => {
    const release = gate();
    const locked = gate();
    const reader = db.transaction().execute(async (trx) => {
      await sql`select * from parcels where id = 1`.execute(trx);
      locked.open();
      await release.opened;
    });
    await locked.opened;
    let runs = 0;
    const counted: Migrations = {
      '0001-a': run('create table if not exists other (id int)'),
      '0002-size': {
        async up(on: Kysely<object>) {
          runs += 1;
          await sql`create table half (id int)`.execute(on);
          await sql`alter table parcels add column size int`.execute(on);
        },
      },
    };
    await expect(migrate(open(), counted, { limits: { ...limits, lockAttemptsMax: 3 } })).rejects.toThrow(
      'migration 0002-size did not get a lock in 3 attempts',
    );
    expect(runs).toBe(3);
    expect(await namesRun()).toEqual(['0001-a']);
    const { rows } = await sql<{ half: unknown }>`select to_regclass('half') as half`.execute(db);
    expect(rows[0]?.half).toBeNull();
    release.open();
    await reader;
  });
});
