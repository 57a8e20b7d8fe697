import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the condition that a row's id is one of those given. It says twice which they are: an array leads to the rows,
 * and the least and the greatest lead to the partitions, which an array does not.
 * @param column of the id, where `id` alone is not clear
 */
export function idsIn(ids: readonly string[], column: RawBuilder<unknown> = sql`id`): RawBuilder<boolean> {
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  // The bytes decide, as in the bounds of partitions; where the column has another collation this is a filter like others.
  return sql<boolean>`${column} = any(${ids}::text[])
    and ${column} collate "C" between ${sorted[0] ?? null}::text and ${sorted.at(-1) ?? null}::text`;
}
