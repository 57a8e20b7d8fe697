import { type Kysely, sql } from 'kysely';
import { changePartitions } from './change-partitions.ts';
import { listPartitions } from './list-partitions.ts';
import type { PartitionedTable } from './partitioned-table.ts';

/**
 * Drops the partitions whose ids are all older than a time and that hold no row any more: their files are gone at once,
 * indexes and dead rows with them. One that still holds a row, such as a record that is processing, stays.
 * @returns the names of those that were dropped
 * @throws that of Postgres when the traffic left no lock in time
 */
export async function dropEmptyPartitions<DB>(
  db: Kysely<DB>,
  parent: PartitionedTable,
  { beforeMs }: { readonly beforeMs: number },
): Promise<readonly string[]> {
  const isOld = ({ toMs }: { readonly toMs: number }) => toMs <= beforeMs;
  const dropped: string[] = [];
  for (const { name } of (await listPartitions(db, parent)).filter(isOld)) {
    const isDropped = await changePartitions(db, parent, async (trx) => {
      const isThere = (await listPartitions(trx, parent)).some((found) => found.name === name);
      // The first look may pass many dead rows, and marks them; the second one, under the lock, no longer does.
      if (!isThere || (await hasRows(trx, name))) return false;
      // The table before its partition, in the order of all statements; from here on no row can come.
      await sql`lock table ${sql.table(parent.table)} in access exclusive mode`.execute(trx);
      if (await hasRows(trx, name)) return false;
      await sql`drop table ${sql.table(name)}`.execute(trx);
      return true;
    });
    if (isDropped) dropped.push(name);
  }
  return dropped;
}

async function hasRows<DB>(db: Kysely<DB>, name: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(name)} order by id limit 1`.execute(db);
  return rows.length > 0;
}
