/**
 * A table in partitions, each of which has the ids of a range. Ids of one prefix sort by the time they were made at, so
 * a partition holds what was made in a stretch of time, and `on conflict (id)` holds over all of them.
 */
export interface PartitionedTable {
  readonly table: string;
  /** The prefix of its ids: `text`. */
  readonly idPrefix: string;
}

/** An index of a table that is to be partitioned: ids come last in it, or it has none. */
export interface PartitionedIndex {
  readonly name: string;
  /** The columns before the id, as SQL: `account_id, created_at desc`. */
  readonly columns: string;
  /** The id, last; left out of an index without it, which a change of the id's collation leaves alone. */
  readonly id?: 'id' | 'id desc';
  /** The condition of the rows that it holds, as SQL. */
  readonly where: string;
}

/** The partition that was the table before there were others; its ids begin at the least. */
export const firstPartition = (table: string): string => `${table}_first`;

/** The partition of ids that no other one has, so that an insert finds a place whatever a clock says. */
export const defaultPartition = (table: string): string => `${table}_default`;
