import { type Kysely, sql } from 'kysely';
import { idTimeMs } from '../ids/index.ts';
import type { PartitionedTable } from './partitioned-table.ts';

/** A partition with a range of ids, by the times they were made at. */
export interface Partition {
  readonly name: string;
  /** Null of the first one, which has all that came before. */
  readonly fromMs: number | null;
  readonly toMs: number;
}

const range = /^FOR VALUES FROM \((MINVALUE|'[^']+')\) TO \('([^']+)'\)$/;

/** Returns the partitions of a table, oldest first, without the default one. Throws an Error for a bound that is no id. */
export async function listPartitions<DB>(
  db: Kysely<DB>,
  { table }: PartitionedTable,
): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(quote_ident(${table})) and not i.inhdetachpending`.execute(db);
  return rows
    .filter(({ bound }) => bound !== 'DEFAULT')
    .map(({ name, bound }) => {
      const [, from = '', to = ''] = range.exec(bound) ?? [];
      const fromMs = from === 'MINVALUE' ? null : idTimeMs(from.replaceAll("'", ''));
      return { name, fromMs, toMs: idTimeMs(to) };
    })
    .toSorted((a, b) => a.toMs - b.toMs);
}
