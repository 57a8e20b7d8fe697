import { randomUUID } from 'node:crypto';
import { testServers } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, idsIn, type Migrations, migrate } from '../src/db/index.ts';
import { migrationLimits } from '../src/db/run-migration.ts';
import { createId, firstIdAt, idTimeMs } from '../src/ids/index.ts';
import {
  createRetention,
  dropEmptyPartitions,
  type ErasePage,
  isInPage,
  listPartitions,
  makeNextPartition,
  partitionMigrations,
} from '../src/partitions/index.ts';
import { gate, quiet } from './fixtures.ts';

const dayMs = 86_400_000;
const letters = { table: 'letters', idPrefix: 'letter' } as const;

const steps = partitionMigrations(letters, [
  {
    name: 'letters_newest',
    columns: 'sender, created_at desc',
    id: 'id desc',
    where: 'deleted_at is null',
  },
  { name: 'letters_processing', columns: 'updated_at', id: 'id', where: "status = 'processing'" },
  { name: 'letters_deleted', columns: 'sender', where: 'deleted_at is not null' },
]);
const migrations: Migrations = {
  '0001-letters': {
    async up(db) {
      await sql`create table letters (
        id text primary key,
        sender text not null,
        status text not null default 'processing' check (status in ('processing', 'completed')),
        deleted_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
      await sql`create index letters_newest on letters (sender, created_at desc, id desc)
        where deleted_at is null`.execute(db);
      await sql`create index letters_processing on letters (updated_at, id)
        where status = 'processing'`.execute(db);
      await sql`create index letters_deleted on letters (sender) where deleted_at is not null`.execute(db);
    },
  },
  '0002-prepare': steps.prepare,
  '0003-sort-by-bytes': steps.sortByBytes,
  '0004-index': steps.index,
  '0005-attach': steps.attach,
};

/** An id as it would have been made at a time. */
const idAt = (ms: number) => `${firstIdAt('letter', ms).slice(0, 17)}${createId('letter').slice(17)}`;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/**
 * A database of its own. Estonian puts z between s and t, so a range of ids in that order is not one of times: a
 * partition by the database's own collation would show.
 */
async function openDatabase() {
  const name = `partitions_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: testServers().postgresAdminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'
    locale_provider icu icu_locale 'et'`);
  closing.push(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const url = new URL(testServers().postgresAdminUrl);
  url.pathname = `/${name}`;
  const options = { url: url.href, statementTimeoutMs: 5_000, applicationName: 'partitions-test' };
  const open = () => {
    const db = createDb<object>({ ...options, poolMax: 4, preparedMax: 20 });
    closing.push(() => db.destroy());
    return db;
  };
  return { db: open(), open };
}

const olderRelease = Object.fromEntries(Object.entries(migrations).slice(0, 1));
const insert = (db: Kysely<object>, id: string, changes: { readonly status?: string } = {}) =>
  sql`insert into letters (id, sender, status) values (${id}, 'ann', ${changes.status ?? 'completed'})
    on conflict (id) do nothing`.execute(db);
const placesOf = async (db: Kysely<object>, ...ids: readonly string[]) => {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from letters where ${idsIn(ids)} order by id`.execute(db);
  return rows.map(({ place }) => place);
};
const namesOf = async (db: Kysely<object>) => (await listPartitions(db, letters)).map(({ name }) => name);

describe('a table that is put into partitions', () => {
  it('is read and written by the last release throughout, loses no row and moves none', async () => {
    const { db, open } = await openDatabase();
    await migrate(db, olderRelease);
    const ids = Array.from({ length: 500 }, (_, day) => idAt(Date.now() - day * dayMs));
    for (const id of ids) await insert(db, id);
    const fileOf = async (table: string) =>
      (
        await sql<{
          file: number;
        }>`select relfilenode::int as file from pg_class where relname = ${table}`.execute(db)
      ).rows[0]?.file;
    const file = await fileOf('letters');

    const traffic = open();
    const ended = gate();
    let isEnded = false;
    void ended.opened.then(() => {
      isEnded = true;
    });
    const working = (async () => {
      const written: string[] = [];
      while (!isEnded || written.length < 20) {
        const id = createId('letter');
        await insert(traffic, id, { status: 'processing' });
        await sql`update letters set status = 'completed', updated_at = now() where id = ${id}`.execute(
          traffic,
        );
        await sql`select id from letters where sender = 'ann' and deleted_at is null
          order by created_at desc, id desc limit 20`.execute(traffic);
        await sql`select id from letters where status = 'processing' order by updated_at, id`.execute(
          traffic,
        );
        written.push(id);
      }
      return written;
    })();
    const migrator = open();
    await migrate(migrator, migrations, { limits: { ...migrationLimits, lockPauseMs: 50 } }).finally(
      ended.open,
    );
    const written = await working;

    const all = [...ids, ...written];
    expect(await placesOf(db, ...all)).toEqual(all.map(() => 'letters_first'));
    expect(await fileOf('letters_first')).toBe(file);
    const { rows } = await sql<{ id: string }>`select id from letters order by id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(all.toSorted());
  });

  it('has its indexes, checks and storage in every partition, and no index of the time in between', async () => {
    const { db } = await openDatabase();
    await migrate(db, migrations);
    await makeNextPartition(db, letters, { nowMs: Date.now() + 85 * dayMs, spanDays: 90 });
    const { rows } = await sql<{ table: string; indexes: number; checks: number; storage: string }>`
      select c.relname as table, array_to_string(c.reloptions, ',') as storage,
        (select count(*)::int from pg_index where indrelid = c.oid and indisvalid) as indexes,
        (select count(*)::int from pg_constraint where conrelid = c.oid and contype = 'c') as checks
      from pg_partition_tree('letters') t join pg_class c on c.oid = t.relid order by t.level, c.relname`.execute(
      db,
    );
    const storage = 'fillfactor=75,autovacuum_vacuum_scale_factor=0.02';
    expect(rows).toEqual([
      { table: 'letters', indexes: 4, checks: 1, storage: null },
      { table: 'letters_default', indexes: 4, checks: 1, storage },
      { table: 'letters_first', indexes: 4, checks: 1, storage },
      { table: expect.stringMatching(/^letters_from_\d{8}$/), indexes: 4, checks: 1, storage },
    ]);
  });
});

describe('a retention without partitions', () => {
  it('erases page by page what is older, and leaves what is younger, also where letters have another order', async () => {
    const { db } = await openDatabase();
    await migrate(db, olderRelease);
    // The digits of a time are `0` to `z`; by the collation of this database z is before t.
    const [older, bound, younger] = ['01ks', '01kt', '01kz'].map((time) => `letter_${time}${'0'.repeat(22)}`);
    if (!older || !bound || !younger) throw new Error('three ids');
    const ids = [older, ...Array.from({ length: 7 }, (_, n) => `${older.slice(0, -1)}${n + 1}`)];
    for (const id of [...ids, bound, younger]) await insert(db, id);
    const pages: number[] = [];
    const erase = async (trx: Kysely<object>, page: ErasePage) => {
      const { rows } = await sql<{ id: string }>`
        delete from letters where id in (
          select id from letters where ${isInPage({ ...page, limit: 3 })} order by id limit 3) returning id`.execute(
        trx,
      );
      pages.push(rows.length);
      return {
        count: rows.length,
        last:
          rows
            .map(({ id }) => id)
            .toSorted()
            .at(-1) ?? null,
      };
    };
    let wakings = 0;
    const kind = { ...letters, isPartitioned: false, retentionDays: 14, erase };
    await createRetention(db, [kind], {
      log: quiet,
      clock: () => idTimeMs(bound) + 14 * dayMs,
      onErased: () => {
        wakings += 1;
      },
    })(new AbortController().signal);
    const { rows } = await sql<{ id: string }>`select id from letters`.execute(db);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([bound, younger]);
    expect(pages).toEqual([3, 3, 2, 0]);
    expect(wakings).toBe(3);
    expect(await namesOf(db)).toEqual([]);
  });
});

describe('a table in partitions', () => {
  let db: Kysely<object>;
  let open: () => Kysely<object>;
  const start = Date.now();
  /** The clock stands so many days after the migration. */
  const afterDays = (days: number) => start + days * dayMs;
  beforeAll(async () => {
    ({ db, open } = await openDatabase());
    await migrate(db, migrations);
  });

  it('gets its next partition in time, once, however many replicas look', async () => {
    const make = (days: number, pool = db) =>
      makeNextPartition(pool, letters, { nowMs: afterDays(days), spanDays: 30 });
    expect(await make(1)).toBeUndefined();
    expect(await namesOf(db)).toEqual(['letters_first']);
    for (const days of [85, 115, 145]) {
      const made = await Promise.all([make(days), make(days, open()), make(days, open())]);
      expect(made.filter((name) => name !== undefined)).toHaveLength(1);
    }
    const partitions = await listPartitions(db, letters);
    expect(partitions.map(({ fromMs }) => fromMs)).toEqual([
      null,
      ...partitions.slice(0, -1).map(({ toMs }) => toMs),
    ]);
    expect(partitions).toHaveLength(4);
  });

  it('has a replayed id once, in the partition of the time that it was made at', async () => {
    const partitions = await listPartitions(db, letters);
    const ids = [afterDays(1), ...partitions.slice(1).map(({ fromMs }) => fromMs ?? 0)].map(idAt);
    for (const id of [...ids, ...ids]) await insert(db, id);
    expect(await placesOf(db, ...ids)).toEqual(partitions.map(({ name }) => name));
  });

  it('finds a row by its id in its partition alone, by a plan that was made once', async () => {
    const [id = ''] = [idAt(afterDays(100))];
    await insert(db, id);
    await db.transaction().execute(async (trx) => {
      await sql`set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off`.execute(trx);
      const shown = async (statement: string) => {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(statement)}`.execute(trx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      const { sql: condition } = idsIn([id]).compile(db);
      await sql`prepare by_id as select * from letters where id = $1`.execute(trx);
      await sql`prepare by_ids as ${sql.raw(`update letters set sender = 'bob' where ${condition}`)}`.execute(
        trx,
      );
      for (const plan of [
        await shown(`execute by_id('${id}')`),
        await shown(`execute by_ids('{${id}}', '${id}', '${id}')`),
      ]) {
        expect(plan).toContain('Subplans Removed: 4');
        expect(plan.match(/Index Scan using/g)).toHaveLength(1);
      }
      await sql`deallocate by_id; deallocate by_ids`.execute(trx);
    });
  });

  it('stores what a clock that is years ahead has made, and moves it when there is a partition for it', async () => {
    const next = (await listPartitions(db, letters)).at(-1)?.toMs ?? 0;
    const ids = [idAt(next + dayMs), idAt(next + 2_000 * dayMs)];
    for (const id of ids) await insert(db, id);
    expect(await placesOf(db, ...ids)).toEqual(['letters_default', 'letters_default']);
    const made = await makeNextPartition(db, letters, { nowMs: next - dayMs, spanDays: 30 });
    expect(await placesOf(db, ...ids)).toEqual([made, 'letters_default']);
  });

  it('drops an old partition when its last row has ended, and stores an old id all the same', async () => {
    const [first, second] = await listPartitions(db, letters);
    const beforeMs = second?.toMs ?? 0;
    const drop = () => dropEmptyPartitions(db, letters, { beforeMs });
    const late = idAt(afterDays(2));
    await insert(db, late, { status: 'processing' });
    expect(await drop()).toEqual([]);
    await sql`delete from letters where id < ${firstIdAt('letter', beforeMs)} and id <> ${late}`.execute(db);
    expect(await drop()).toEqual([second?.name]);
    await sql`delete from letters where id = ${late}`.execute(db);
    expect(await drop()).toEqual([first?.name]);
    await insert(db, late);
    await insert(db, late);
    expect(await placesOf(db, late)).toEqual(['letters_default']);
  });

  it('leaves a change for the next turn when the traffic leaves no lock', async () => {
    const last = (await listPartitions(db, letters)).at(-1)?.toMs ?? 0;
    const kind = {
      ...letters,
      isPartitioned: true,
      retentionDays: 365,
      erase: async () => ({ count: 0, last: null }),
    };
    const turn = createRetention(db, [kind], { log: quiet, clock: () => last - dayMs });
    const before = await namesOf(db);
    await open()
      .transaction()
      .execute(async (trx) => {
        await sql`select from letters limit 1`.execute(trx);
        await turn(new AbortController().signal);
        expect(await namesOf(db)).toEqual(before);
      });
    await turn(new AbortController().signal);
    expect(await namesOf(db)).toHaveLength(before.length + 1);
  });
});
