import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createDb, planFreely } from '../src/db/index.ts';
import { ownDatabase } from './fixtures.ts';

const session = { statementTimeoutMs: 5_000 };
const [database, indexed] = await Promise.all([
  ownDatabase(session),
  ownDatabase({ ...session, indexedOnly: true }),
]);
const opened: Kysely<object>[] = [];
const open = (preparedMax: number, { url } = database) => {
  const db = createDb<object>({ url, ...session, applicationName: 'kit-test', poolMax: 1, preparedMax });
  opened.push(db);
  return db;
};

afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await Promise.all([database.dispose(), indexed.dispose()]);
});

describe('statements with parameters', () => {
  it('are planned once for each connection, up to a limit', async () => {
    const db = open(2);
    for (const text of ['a', 'b', 'c', 'a', 'b', 'c']) {
      const { rows } = await sql`select ${sql.lit(text)} || ${'!'} as text`.execute(db);
      expect(rows).toEqual([{ text: `${text}!` }]);
    }
    const { rows } = await sql`select statement from pg_prepared_statements order by statement`.execute(db);
    expect(rows).toEqual([
      { statement: "select 'a' || $1 as text" },
      { statement: "select 'b' || $1 as text" },
    ]);
  });

  it('work again after a migration has changed their columns', async () => {
    const [db, migrator] = [open(10), open(0)];
    const select = () => sql`select * from changed where id = ${1}`.execute(db);
    await sql`create table changed as select 1 as id`.execute(migrator);
    await select();
    await sql`alter table changed add column name text`.execute(migrator);
    await expect(select()).rejects.toThrow('cached plan');
    expect((await select()).rows).toEqual([{ id: 1, name: null }]);
  });

  it('planned by index only read no whole table, though it was empty when they were planned', async () => {
    const db = open(10, indexed);
    await sql`create table growing (id int primary key)`.execute(db);
    const select = () =>
      sql`select growing.id from growing join unnest(${[7, 8]}::int[]) as asked (id) using (id)`.execute(db);
    await select();
    await sql`insert into growing select generate_series(1, 5000)`.execute(db);
    const before = await scansOf(db);
    expect((await select()).rows).toEqual([{ id: 7 }, { id: 8 }]);
    expect(await scansOf(db)).toEqual({ whole: before.whole, byIndex: before.byIndex + 2 });
  });

  it('may read whole tables in a transaction that asks for it', async () => {
    const db = open(10, indexed);
    const modeOf = async (from: Kysely<object>) =>
      (await sql<{ mode: string }>`select current_setting('enable_hashjoin') as mode`.execute(from)).rows[0]
        ?.mode;
    const inside = await db.transaction().execute(async (trx) => {
      await planFreely(trx);
      return modeOf(trx);
    });
    expect([inside, await modeOf(db)]).toEqual(['on', 'off']);
  });
});

interface Scans {
  readonly whole: number;
  readonly byIndex: number;
}

/** How often the table of the test was read whole, and how often its index was looked up. */
async function scansOf(db: Kysely<object>): Promise<Scans> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<Scans>`
    select seq_scan as whole, idx_scan as "byIndex" from pg_stat_user_tables where relname = 'growing'`.execute(
    db,
  );
  if (!rows[0]) throw new Error('there are no statistics of the table');
  return rows[0];
}
