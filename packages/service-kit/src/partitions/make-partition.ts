import { type Kysely, sql, type Transaction } from 'kysely';
import { firstIdAt } from '../ids/index.ts';
import { changePartitions } from './change-partitions.ts';
import { listPartitions } from './list-partitions.ts';
import { nextSpan, type Span } from './partition-spans.ts';
import { defaultPartition, type PartitionedTable } from './partitioned-table.ts';
import { storageOf } from './storage-of.ts';

export interface MakeOptions {
  readonly nowMs: number;
  readonly spanDays: number;
}

/** Rows of broken clocks that are moved with a new partition; with more of them it is not made. */
const movedMax = 1_000;

/**
 * Makes the next partition of a table when it is time, weeks before its first id. Reading and writing go on, but for a
 * moment in which nobody may have the default partition open. Of replicas one does it.
 * @returns its name; undefined when none was made
 * @throws Error when the default partition has many rows of the range; that of Postgres when the lock was not free
 */
export async function makeNextPartition<DB>(
  db: Kysely<DB>,
  parent: PartitionedTable,
  { nowMs, spanDays }: MakeOptions,
): Promise<string | undefined> {
  const next = async (reader: Kysely<DB>) => {
    const last = (await listPartitions(reader, parent)).at(-1);
    return nextSpan(nowMs, last?.toMs ?? nowMs, spanDays);
  };
  if (!(await next(db))) return undefined;
  return changePartitions(db, parent, async (trx) => {
    const span = await next(trx);
    return span && makePartition(trx, parent, span);
  });
}

/** Makes a partition with the columns, checks and indexes of its table, and the storage of the default partition. */
async function makePartition<DB>(
  trx: Transaction<DB>,
  { table, idPrefix }: PartitionedTable,
  { fromMs, toMs }: Span,
): Promise<string> {
  const name = `${table}_from_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [from, to] = [firstIdAt(idPrefix, fromMs), firstIdAt(idPrefix, toMs)];
  const rest = sql.table(defaultPartition(table));
  const storage = await storageOf(trx, defaultPartition(table));
  // Beside the table and then attached, which locks the table for other changes of partitions only.
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all) ${storage}`.execute(trx);
  await sql`lock table ${rest} in access exclusive mode`.execute(trx);
  const { rows: moved } = await sql`
    with moved as (
      delete from ${rest} where id in (
        select id from ${rest} where id >= ${from} and id < ${to} order by id limit ${movedMax}::bigint + 1)
      returning *
    ) insert into ${sql.table(name)} select * from moved returning id`.execute(trx);
  if (moved.length > movedMax) {
    throw new Error(`more than ${movedMax} rows of ${defaultPartition(table)} would have to go to ${name}`);
  }
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
  return name;
}
