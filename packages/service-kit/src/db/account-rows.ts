import { type Kysely, type RawBuilder, sql } from 'kysely';
import { planAnew } from './prepared-pool.ts';

/** Rows of an account in a table with the column `account_id`; an index must find them by it. */
export interface AccountRows {
  readonly table: string;
  /** Which of the account's rows; all of them where left out. */
  readonly condition?: RawBuilder<boolean>;
}

/** One step of removing what an account has in a database. */
export interface RemovalStep extends AccountRows {
  /**
   * Removes rows of it, `limit` at most, where more than deleting them is to be done; false where nothing of it may be
   * removed yet, because it ends by itself.
   * @returns how many it has removed
   */
  readonly remove?: ((accountId: string, limit: number) => Promise<number>) | false;
}

export interface RemovalPlan {
  /** In this order, since rows of one may refer to those of a later one. */
  readonly steps: readonly RemovalStep[];
  /** Removed once no step has any rows left: counts that removing rows still changes. */
  readonly last?: readonly RemovalStep[];
}

/** Numbers of rows, by table. */
export type RowCounts = Readonly<Record<string, number>>;

const where = (accountId: string, { condition = sql<boolean>`true` }: AccountRows) =>
  sql`account_id = ${accountId} and ${condition}`;

/**
 * Deletes rows of an account.
 * @returns how many, at most `limit`
 */
export async function deleteAccountRows<DB>(
  db: Kysely<DB>,
  rows: AccountRows,
  accountId: string,
  limit: number,
): Promise<number> {
  const table = sql.table(rows.table);
  // A place is one of its partition: the places lead to rows in each, and only with the partition they say which is meant.
  const { numAffectedRows } = await sql`${planAnew}
    with found as materialized (
      select tableoid as partition, ctid as place from ${table}
      where ${where(accountId, rows)} limit ${limit}::bigint for update skip locked
    )
    delete from ${table} where ctid = any(array(select place from found))
      and (tableoid, ctid) in (select partition, place from found)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Counts rows of an account, up to `max` in each part. In one statement: a row that goes from one part to another meanwhile
 * is in one of them.
 * @returns the counts in the order of `parts`
 */
export async function countAccountRows<DB>(
  db: Kysely<DB>,
  parts: readonly AccountRows[],
  accountId: string,
  max: number,
): Promise<readonly number[]> {
  if (parts.length === 0) return [];
  const counts = parts.map(
    (part) => sql`(select count(*)::int from (
      select from ${sql.table(part.table)} where ${where(accountId, part)} limit ${max}::bigint) found)`,
  );
  const { rows } = await sql<{ counts: number[] }>`${planAnew}
    select array[${sql.join(counts)}] as counts`.execute(db);
  return rows[0]?.counts ?? [];
}

/**
 * Removes a bounded part of what an account has, and counts what is left. Each step commits by itself, so the next call
 * goes on wherever one broke off.
 * @param limits.rows the maximum of rows that a step removes
 * @param limits.counted up to which rows that are left are counted, in each step
 * @returns how many rows were removed and are left, by table, without those of 0
 */
export async function removeAccountRows<DB>(
  db: Kysely<DB>,
  accountId: string,
  { steps, last = [] }: RemovalPlan,
  limits: { readonly rows: number; readonly counted: number },
): Promise<{ readonly removed: RowCounts; readonly left: RowCounts }> {
  const removed: Record<string, number> = {};
  const left: Record<string, number> = {};
  const add = (counts: Record<string, number>, table: string, count: number) => {
    if (count > 0) counts[table] = (counts[table] ?? 0) + count;
  };
  const run = async (step: RemovalStep) => {
    const { table, remove = (id, limit) => deleteAccountRows(db, step, id, limit) } = step;
    if (remove) add(removed, table, await remove(accountId, limits.rows));
  };
  for (const step of steps) await run(step);
  const isEmpty = (await countAccountRows(db, steps, accountId, 1)).every((count) => count === 0);
  if (isEmpty) for (const step of last) await run(step);
  const all = [...steps, ...last];
  const counts = await countAccountRows(db, all, accountId, limits.counted);
  all.forEach(({ table }, index) => {
    add(left, table, counts[index] ?? 0);
  });
  return { removed, left };
}
