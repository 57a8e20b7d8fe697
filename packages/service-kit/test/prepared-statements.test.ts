import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createDb } from '../src/db/index.ts';
import { ownDatabase } from './fixtures.ts';

const database = await ownDatabase();
const opened: Kysely<object>[] = [];
const open = (preparedMax: number) => {
  const options = { url: database.url, statementTimeoutMs: 5_000, applicationName: 'kit-test' };
  const db = createDb<object>({ ...options, poolMax: 1, preparedMax });
  opened.push(db);
  return db;
};

afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await database.dispose();
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
});
