import type { ForwardMigration, RuleBreak } from '@redline/service-kit/db';
import { createDatabase, type TestDatabase, testServers } from '@redline/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CheckOptions, migrationFaults } from '../src/check-migrations.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase(testServers().postgresAdminUrl, 'check_migrations');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
beforeEach(() => client.query('drop schema public cascade; create schema public'));
afterAll(async () => {
  await client.end();
  await database.dispose();
});

const step = (statement: string, breaks: readonly RuleBreak[] = []): ForwardMigration => ({
  breaks,
  async up(db) {
    await sql.raw(statement).execute(db);
  },
});
const parcels = { '0001-parcels': step('create table parcels (id int primary key, city text)') };
const rows = { '0001-parcels': `insert into parcels values (1, 'Rome')` };
const dropCity = 'alter table parcels drop column city';
const cityGone: RuleBreak = { rule: 'removed-column', on: 'parcels.city', reason: 'no release names it' };

const faultsOf = (options: Omit<CheckOptions, 'app' | 'rows' | 'known'> & Partial<CheckOptions>) =>
  migrationFaults(client, { app: 'post', rows, known: [], ...options });

it('a broken rule is named, with its migration and what it is broken on', async () => {
  expect(await faultsOf({ migrations: { ...parcels, '0002-drop': step(dropCity) } })).toEqual([
    'post 0002-drop breaks removed-column: parcels.city',
  ]);
});

it('a broken rule is let through for a reason that stands in the migration, or in the list of old ones', async () => {
  expect(await faultsOf({ migrations: { ...parcels, '0002-drop': step(dropCity, [cityGone]) } })).toEqual([]);
});

it('a broken rule is let through when it is on the list of what is known', async () => {
  const known = [{ app: 'post', migration: '0002-drop', ...cityGone }];
  expect(await faultsOf({ migrations: { ...parcels, '0002-drop': step(dropCity) }, known })).toEqual([]);
});

it('a reason for what is not broken, and one that says nothing, are refused', async () => {
  const addWeight = 'alter table parcels add column weight int';
  expect(await faultsOf({ migrations: { ...parcels, '0002-add': step(addWeight, [cityGone]) } })).toEqual([
    'post 0002-add does not break removed-column: parcels.city, as it says',
  ]);
  await client.query('drop table parcels');
  const silent = { ...cityGone, reason: ' ' };
  expect(await faultsOf({ migrations: { ...parcels, '0002-drop': step(dropCity, [silent]) } })).toEqual([
    'post 0002-drop gives no reason: parcels.city',
  ]);
});

it('a known break of a migration that is gone is refused', async () => {
  const known = [{ app: 'post', migration: '0002-drop', ...cityGone }];
  expect(await faultsOf({ migrations: parcels, known })).toEqual([
    'post has no migration 0002-drop, which is named here',
  ]);
});

it('a table that is changed must have a row here, and a migration must run on rows', async () => {
  const require = step('alter table parcels add column weight int not null');
  expect(await faultsOf({ migrations: { ...parcels, '0002-add': require }, rows: {} })).toEqual([
    'post 0002-add breaks blocking-scan: parcels',
    'post 0002-add breaks unfilled-column: parcels.weight',
    'post 0002-add changes parcels, which has no row here: give it one',
  ]);
  await client.query('drop table parcels');
  expect(await faultsOf({ migrations: { ...parcels, '0002-add': require } })).toEqual([
    expect.stringMatching(/^post 0002-add fails on tables that have rows: .*null values/),
  ]);
});
