import { type Kysely, sql } from 'kysely';
import { createIndexConcurrently, type ForwardMigration } from '../db/index.ts';
import { firstIdAt } from '../ids/index.ts';
import { boundAfter } from './partition-spans.ts';
import {
  defaultPartition,
  firstPartition,
  type PartitionedIndex,
  type PartitionedTable,
} from './partitioned-table.ts';
import { storageOf } from './storage-of.ts';

/**
 * From the migration on the table has the ids of so many days more, since nothing may be inserted past the bound between
 * the steps: that long a run that broke off may wait for the one that completes it.
 */
const firstSpanDays = 90;

export interface PartitionMigrations {
  readonly prepare: ForwardMigration;
  readonly sortByBytes: ForwardMigration;
  readonly index: ForwardMigration;
  readonly attach: ForwardMigration;
}

/**
 * Returns the four migrations, in their order, that put a table with the key `id` into partitions while it is read and
 * written, by the last release too. No row is moved: the table becomes the first partition.
 *
 * A range of ids is one of bytes, so the column gets the collation "C", whatever the database has. Under the lock of that
 * change Postgres builds indexes with the column anew, all but a key that has the collation already. So the key is built
 * before, and for as long as the others are built again after it, indexes without the id serve in their place.
 * @param indexes every index of the table but that of its key; each holds some of the rows
 */
export function partitionMigrations(
  parent: PartitionedTable,
  indexes: readonly PartitionedIndex[],
): PartitionMigrations {
  const { table: name, idPrefix } = parent;
  const table = sql.table(name);
  const [key, first] = [`${name}_pkey`, firstPartition(name)];
  const keyByBytes = `${key}_by_bytes`;
  const bound = `${first}_ids`;
  const interim = (index: PartitionedIndex) => `${index.name}_interim`;
  const withIds = indexes.filter(({ id }) => id !== undefined);

  return {
    prepare: {
      transaction: false,
      async up(db) {
        await createIndexConcurrently(db, keyByBytes, sql`on ${table} (id collate "C")`, { unique: true });
        for (const index of withIds) {
          const { columns, where } = index;
          const definition = sql`on ${table} (${sql.raw(columns)}) where ${sql.raw(where)}`;
          await createIndexConcurrently(db, interim(index), definition);
        }
      },
    },
    sortByBytes: {
      async up(db) {
        await sql`alter table ${table} drop constraint ${sql.id(key)}`.execute(db);
        for (const index of withIds) await sql`drop index ${sql.id(index.name)}`.execute(db);
        await sql`alter table ${table} alter column id type text collate "C"`.execute(db);
        await sql`alter table ${table} add constraint ${sql.id(key)} primary key using index ${sql.id(keyByBytes)}`.execute(
          db,
        );
        const before = firstIdAt(idPrefix, boundAfter(Date.now(), firstSpanDays));
        await sql`alter table ${table} add constraint ${sql.id(bound)} check (id < ${sql.lit(before)}) not valid`.execute(
          db,
        );
      },
    },
    index: {
      transaction: false,
      async up(db) {
        for (const index of withIds) {
          await createIndexConcurrently(db, index.name, sql`on ${table} ${definitionOf(index)}`);
          await sql`drop index concurrently if exists ${sql.id(interim(index))}`.execute(db);
        }
        await sql`alter table ${table} validate constraint ${sql.id(bound)}`.execute(db);
      },
    },
    attach: {
      breaks: [
        {
          rule: 'removed-constraint',
          on: `${name}.${bound}`,
          reason: 'made by the steps before for this one, where the bound of the partition takes its place',
        },
      ],
      async up(db) {
        const before = await boundOf(db, name, bound);
        const nameIn = (index: string) => index.replace(name, first);
        await sql`alter table ${table} rename to ${sql.id(first)}`.execute(db);
        for (const index of [key, ...indexes.map((it) => it.name)]) await rename(db, index, nameIn(index));
        const storage = await storageOf(db, first);
        await sql`create table ${table} (like ${sql.table(first)} including all excluding indexes)
          partition by range (id)`.execute(db);
        await sql`alter table ${table} drop constraint ${sql.id(bound)}`.execute(db);
        await sql`alter table ${table} add constraint ${sql.id(key)} primary key (id)`.execute(db);
        for (const index of indexes) {
          await sql`create index ${sql.id(index.name)} on ${table} ${definitionOf(index)}`.execute(db);
        }
        // The constraint says what the bound does, so no row is read.
        await sql`alter table ${table} attach partition ${sql.table(first)}
          for values from (minvalue) to (${sql.lit(before)})`.execute(db);
        await sql`alter table ${sql.table(first)} drop constraint ${sql.id(bound)}`.execute(db);
        await sql`create table ${sql.table(defaultPartition(name))} partition of ${table} default ${storage}`.execute(
          db,
        );
      },
    },
  };
}

const definitionOf = ({ columns, id, where }: PartitionedIndex) =>
  sql`(${sql.raw(id ? `${columns}, ${id}` : columns)}) where ${sql.raw(where)}`;

const rename = <DB>(db: Kysely<DB>, index: string, to: string) =>
  sql`alter index ${sql.id(index)} rename to ${sql.id(to)}`.execute(db);

/** Reads the id in a constraint: the migrations may have begun on another day. */
async function boundOf<DB>(db: Kysely<DB>, table: string, constraint: string): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') as id from pg_constraint
    where conrelid = to_regclass(quote_ident(${table})) and conname = ${constraint}`.execute(db);
  const id = rows[0]?.id;
  if (!id) throw new Error(`${table} has no constraint ${constraint} with an id`);
  return id;
}
