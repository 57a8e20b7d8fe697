import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { createDatabase, type TestDatabase, testServers } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Inspection, inspectMigration } from '../src/inspect-migration.ts';

const schema = `
  create table cities (id int primary key, name text not null);
  insert into cities values (1, 'Rome');
  create index cities_by_name on cities (name);
  create table parcels (
    id int primary key,
    city_id int not null,
    weight int,
    note text not null default '',
    constraint parcels_note_short check (length(note) < 100),
    constraint parcels_once unique (city_id, weight)
  );
  create unique index parcels_heavy on parcels (weight) where weight > 10;
  insert into parcels values (1, 1, 5), (2, 1, 20);
  create table empty (id int primary key);
  create function stamp() returns trigger language plpgsql as $$ begin return new; end $$;`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase(testServers().postgresAdminUrl, 'migration_rules');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
beforeEach(() => client.query(`drop schema public cascade; create schema public; ${schema}`));
afterAll(async () => {
  await client.end();
  await database.dispose();
});

async function inspectAll(migrations: readonly ForwardMigration[]): Promise<readonly Inspection[]> {
  const inspections: Inspection[] = [];
  for (const migration of migrations) inspections.push(await inspectMigration(client, migration));
  return inspections;
}

const up = (...statements: readonly string[]) => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
const alone = (...statements: readonly string[]) => ({ transaction: false as const, ...up(...statements) });
const breachesOf = async (migration: ForwardMigration) =>
  (await inspectAll([migration]))
    .flatMap(({ breaches }) => breaches)
    .map(({ rule, on }) => `${rule} ${on}`)
    .sort();

const intoPartitions = [
  'alter table cities rename to cities_first',
  'alter index cities_pkey rename to cities_first_pkey',
  'create table cities (like cities_first including constraints) partition by range (id)',
];
const attachFirst = 'alter table cities attach partition cities_first for values from (minvalue) to (1000)';

describe('a migration is refused that', () => {
  const scan = ['blocking-scan parcels'];
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'adds a column whose default is volatile',
      ['alter table parcels add column at timestamptz not null default clock_timestamp()'],
      [...scan, 'table-rewrite parcels'],
    ],
    [
      'adds a stored generated column',
      ['alter table parcels add column double int generated always as (weight * 2) stored'],
      [...scan, 'table-rewrite parcels'],
    ],
    [
      'adds an identity column',
      ['alter table parcels add column n int generated always as identity'],
      [...scan, 'table-rewrite parcels'],
    ],
    [
      'changes a type, which writes the table anew',
      ['alter table parcels alter column weight type bigint'],
      ['blocking-scan parcels', 'changed-type parcels.weight', 'table-rewrite parcels'],
    ],
    [
      'changes a type in place',
      ['alter table parcels alter column note type varchar'],
      ['blocking-scan parcels', 'changed-type parcels.note'],
    ],
    [
      'makes a table a partition, which reads it where no check says what it holds, and forgets its key',
      [...intoPartitions, attachFirst],
      ['blocking-scan cities', 'removed-constraint cities.cities_pkey', 'removed-key cities (id)'],
    ],
    [
      'clusters a table',
      ['cluster parcels using parcels_pkey'],
      ['blocking-scan parcels', 'table-rewrite parcels'],
    ],
    ['empties a table', ['truncate parcels'], [...scan, 'table-rewrite parcels']],
    ['builds an index while nobody can write', ['create index on parcels (weight)'], scan],
    [
      'builds one inside a block of code',
      [`do $$ begin execute 'create index on parcels (note)'; end $$`],
      scan,
    ],
    ['builds an index anew', ['reindex table parcels'], scan],
    [
      'requires a column without a validated check',
      [
        'update parcels set weight = 0 where weight is null',
        'alter table parcels alter column weight set not null',
      ],
      scan,
    ],
    [
      'adds a checked constraint at once',
      ['alter table parcels add constraint positive check (weight > 0)'],
      scan,
    ],
    [
      'adds a column with a check',
      ['alter table parcels add column tries int not null default 0 check (tries >= 0)'],
      scan,
    ],
    [
      'adds a foreign key at once',
      ['alter table parcels add foreign key (city_id) references cities'],
      ['blocking-scan cities', 'blocking-scan parcels'],
    ],
    [
      'adds a unique constraint without an index that is there',
      ['alter table parcels add constraint note_once unique (id, note)'],
      scan,
    ],
    [
      'validates a constraint under the lock that added it',
      [
        'alter table parcels add constraint positive check (weight > 0) not valid',
        'alter table parcels validate constraint positive',
      ],
      scan,
    ],
    [
      'reads one table while another one is locked',
      ['alter table parcels add column city text', 'create table copies as select * from cities'],
      ['blocking-scan cities'],
    ],
    ['locks rows until all of them are changed', ['update parcels set note = note'], ['row-locks parcels']],
    ['deletes rows', ['delete from parcels where id = 1'], ['row-locks parcels']],
    [
      'drops a column',
      ['alter table parcels drop column note'],
      ['removed-column parcels.note', 'removed-constraint parcels.parcels_note_short'],
    ],
    [
      'renames a column',
      ['alter table cities rename column name to title'],
      ['removed-column cities.name', 'unfilled-column cities.title'],
    ],
    ['drops a table', ['drop table cities'], ['removed-table cities']],
    ['renames a table', ['alter table cities rename to towns'], ['removed-table cities']],
    [
      'drops a constraint',
      ['alter table parcels drop constraint parcels_note_short'],
      ['removed-constraint parcels.parcels_note_short'],
    ],
    [
      'renames a constraint',
      ['alter table parcels rename constraint parcels_once to once'],
      ['removed-constraint parcels.parcels_once'],
    ],
    [
      'drops a unique index',
      ['drop index parcels_heavy'],
      ['removed-key parcels (weight) where weight > 10'],
    ],
    [
      'swaps the columns of a key',
      [
        'alter table empty add column more int not null default 0',
        'alter table empty drop constraint empty_pkey',
        'alter table empty add primary key (id, more)',
      ],
      ['blocking-scan empty', 'removed-key empty (id)'],
    ],
    [
      'drops the default that old inserts rely on',
      ['alter table parcels alter column note drop default'],
      ['unfilled-column parcels.note'],
    ],
    [
      'adds a column that old inserts do not fill',
      [
        'alter table parcels add column more int not null default 0',
        'alter table parcels alter column more drop default',
      ],
      ['unfilled-column parcels.more'],
    ],
  ])('%s', async (_what, statements, expected) => {
    expect(await breachesOf(up(...statements))).toEqual([...expected].sort());
  });

  it('cannot run on the rows that are there', async () => {
    await expect(inspectAll([up('alter table parcels add column more int not null')])).rejects.toThrow(
      /null values/,
    );
  });

  it.each([
    ['adds a column', 'alter table parcels add column city text'],
    ['builds an index without `concurrently`', 'create index on parcels (note)'],
  ])(
    'makes others wait outside a transaction, where waiting has no short limit: %s',
    async (_what, statement) => {
      expect(await breachesOf(alone(statement))).toEqual(['blocking-lock parcels']);
    },
  );

  it('writes a table anew outside a transaction', async () => {
    expect(await breachesOf(alone('vacuum full parcels'))).toEqual(['table-rewrite parcels']);
  });

  it.each([
    [
      'broke off',
      ['create index concurrently a on parcels (note)', 'create index concurrently b on parcels (note)'],
    ],
    ['ended', ['create index concurrently a on parcels (note)']],
  ])('cannot run again over a run that %s', async (_what, statements) => {
    const [inspection] = await inspectAll([alone(...statements)]);
    expect(inspection?.notRepeatable).toMatch(/"a" already exists/);
  });

  it('changes a table without rows, so that nothing is seen', async () => {
    const [inspection] = await inspectAll([up('alter table empty add column more int')]);
    expect(inspection?.untried).toEqual(['empty']);
  });
});

describe('a migration is let through that', () => {
  it.each<[string, readonly ForwardMigration[]]>([
    [
      'makes a table with keys, indexes and rows',
      [
        up(
          'create table more (id int primary key, city_id int references cities, note text)',
          'create index on more (note)',
          `insert into more values (1, null, 'x')`,
          'update more set note = id::text where id > 0',
        ),
      ],
    ],
    [
      'makes a table the first partition of one with its name, as a validated check allows',
      [
        up('alter table cities add constraint low check (id < 1000) not valid'),
        alone('alter table cities validate constraint low'),
        up(...intoPartitions, 'alter table cities add constraint cities_pkey primary key (id)', attachFirst),
      ],
    ],
    ['adds a column that may be empty', [up('alter table parcels add column city text')]],
    [
      'adds a column with a constant default',
      [up('alter table parcels add column tries int not null default 0')],
    ],
    [
      'adds constraints, and validates them outside a transaction',
      [
        up(
          'alter table parcels add constraint positive check (weight > 0) not valid',
          'alter table parcels add foreign key (city_id) references cities not valid',
        ),
        alone(
          'alter table parcels validate constraint positive',
          'alter table parcels validate constraint parcels_city_id_fkey',
        ),
      ],
    ],
    [
      'requires a column once a check of it is validated',
      [
        up('alter table parcels add constraint has_weight check (weight is not null) not valid'),
        alone('alter table parcels validate constraint has_weight'),
        up('alter table parcels alter column weight set not null'),
      ],
    ],
    [
      'builds an index concurrently, and makes a constraint of it',
      [
        {
          transaction: false,
          up: (db) => createIndexConcurrently(db, 'note_once', sql`on parcels (note, id)`, { unique: true }),
        },
        up('alter table parcels add constraint note_once unique using index note_once'),
      ],
    ],
    ['moves rows outside a transaction', [alone('update parcels set note = note where id <= 1')]],
    [
      'adds a trigger',
      [up('create trigger stamped before insert on parcels for each row execute function stamp()')],
    ],
    ['makes a required column optional', [up('alter table parcels alter column city_id drop not null')]],
    ['drops an index that is no key', [alone('drop index concurrently if exists cities_by_name')]],
  ])('%s', async (_what, migrations) => {
    for (const { breaches, notRepeatable } of await inspectAll(migrations)) {
      expect(breaches).toEqual([]);
      expect(notRepeatable).toBeUndefined();
    }
  });
});
