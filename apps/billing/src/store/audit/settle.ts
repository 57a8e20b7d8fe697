import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/**
 * Positions are drawn in order and become visible in any: a transaction that is late may commit a lower one at any time. So
 * a position is settled when all transactions have ended that could have drawn a lower one. Who inserts holds a lock on
 * the table, from before it draws until its end; for it to be gone no clock and no margin is needed. (The number of the
 * transaction would not do: an insert draws before it has one.) Holds while the sequence has no cache, the default.
 */
interface Mark {
  readonly position: number;
  /** The transactions that may have drawn a lower position and not ended yet. */
  readonly writers: readonly string[];
}

const pollMs = 20;

const writersOf = sql`
  select virtualtransaction from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())
    and relation in ('entries'::regclass, 'charges'::regclass, 'refunds'::regclass, 'grants'::regclass)`;

/** Locks are looked at after the snapshot was taken, in which the highest position is. */
async function readMark(db: Db): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select
      greatest(
        (select max(position) from entries),
        (select max(position) from charges where position is not null),
        (select max(position) from refunds where position is not null),
        (select max(position) from grants where position is not null), 0) as position,
      array(${writersOf}) as writers`.execute(db);
  return rows[0] ?? { position: 0, writers: [] };
}

/**
 * Waits for the transactions that write to the ledger now.
 * @param waitMs the longest wait
 * @returns the highest position that is settled, or undefined if one of them has not ended
 */
export async function settledPosition(
  db: Db,
  { waitMs }: { readonly waitMs: number },
): Promise<number | undefined> {
  const { position, writers } = await readMark(db);
  const endMs = performance.now() + waitMs;
  for (let left = writers; left.length > 0; ) {
    const { rows } = await sql<{ left: string[] }>`
      select array(${writersOf} and virtualtransaction = any(${left}::text[])) as left`.execute(db);
    left = rows[0]?.left ?? [];
    if (left.length === 0) break;
    if (performance.now() >= endMs) return undefined;
    await sleep(pollMs);
  }
  return position;
}
