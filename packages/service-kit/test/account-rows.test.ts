import { createDatabase, testServers } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb, type RemovalPlan, removeAccountRows } from '../src/db/index.ts';

const database = await createDatabase(testServers().postgresAdminUrl, 'account_rows');
const db = createDb<Record<never, never>>({
  ...{ url: database.url, poolMax: 2, statementTimeoutMs: 5_000, applicationName: 'account-rows-test' },
});
await sql`create table parcels (account_id text not null, status text not null)`.execute(db);
await sql`create table parcel_counts (account_id text not null, total int not null)`.execute(db);
afterAll(async () => {
  await db.destroy();
  await database.dispose();
});

const ended = { table: 'parcels', condition: sql<boolean>`status = 'ended'` };
const open = { table: 'parcels', condition: sql<boolean>`status = 'open'` };
const plan: RemovalPlan = { steps: [ended, { ...open, remove: false }], last: [{ table: 'parcel_counts' }] };
const limits = { rows: 3, counted: 10 };
const remove = (changed: RemovalPlan = plan) => removeAccountRows(db, 'acct_1', changed, limits);

beforeEach(async () => {
  await sql`truncate parcels, parcel_counts`.execute(db);
  await sql`insert into parcels select a, 'ended' from generate_series(1, 5) n, unnest(array['acct_1', 'acct_2']) a`.execute(
    db,
  );
  await sql`insert into parcel_counts values ('acct_1', 5), ('acct_2', 5)`.execute(db);
});

describe('removing what an account has', () => {
  it('takes a bounded part, leaves the last tables until the others are empty, and no other account’s rows', async () => {
    expect(await remove()).toEqual({ removed: { parcels: 3 }, left: { parcels: 2, parcel_counts: 1 } });
    expect(await remove()).toEqual({ removed: { parcels: 2, parcel_counts: 1 }, left: {} });
    expect(await remove()).toEqual({ removed: {}, left: {} });
    const { rows } =
      await sql`select account_id from parcels union all select account_id from parcel_counts`.execute(db);
    expect(rows).toEqual(Array(6).fill({ account_id: 'acct_2' }));
  });

  it('takes none of another account that lies at the same place of another partition', async () => {
    await sql`create table letters (id int not null, account_id text not null) partition by range (id)`.execute(
      db,
    );
    for (const from of [0, 10]) {
      await sql`create table ${sql.table(`letters_${from}`)} partition of letters
        for values from (${sql.lit(from)}) to (${sql.lit(from + 10)})`.execute(db);
    }
    await sql`insert into letters select n, 'acct_1' from generate_series(0, 4) n
      union all select n, 'acct_2' from generate_series(10, 14) n
      union all select n, 'acct_1' from generate_series(15, 19) n`.execute(db);
    const letters: RemovalPlan = { steps: [{ table: 'letters' }] };
    expect(await remove(letters)).toEqual({ removed: { letters: 3 }, left: { letters: 7 } });
    for (let turn = 0; turn < 3; turn++) await remove(letters);
    const { rows } = await sql`select id, account_id from letters order by id`.execute(db);
    expect(rows).toEqual([10, 11, 12, 13, 14].map((id) => ({ id, account_id: 'acct_2' })));
  });

  it('counts what may not go yet, up to a maximum, and keeps the last tables for it', async () => {
    await sql`insert into parcels select 'acct_1', 'open' from generate_series(1, 12)`.execute(db);
    await remove();
    expect(await remove()).toEqual({ removed: { parcels: 2 }, left: { parcels: 10, parcel_counts: 1 } });
  });

  it('leaves a row that somebody has locked to the next part', async () => {
    const locked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`select from parcels where account_id = 'acct_1' limit 4 for update`.execute(trx);
      locked.resolve();
      await over.promise;
    });
    await locked.promise;
    expect((await remove()).removed).toEqual({ parcels: 1 });
    over.resolve();
    await holding;
    expect((await remove()).removed).toEqual({ parcels: 3 });
  });
});
