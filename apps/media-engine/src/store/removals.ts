import { sql } from 'kysely';
import type { Db, Trx } from './tables.ts';

/**
 * Inserts objects to be removed after the current transaction is committed.
 * @param keys of objects, or prefixes that end with a slash
 * @param delayMs for a prefix that a worker may still write to
 */
export async function appendRemovals(trx: Trx, keys: readonly string[], delayMs = 0): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into removals (key, due_at)
    select key, now() + ${delayMs}::float8 * interval '1 ms' from unnest(${keys}::text[]) key`.execute(trx);
}

export interface Removal {
  readonly position: number;
  readonly key: string;
}

/** Delay before a failed removal is retried; it doubles up to an hour, because a store may be down for long. */
const againMs = { least: 30_000, most: 3_600_000 } as const;

/**
 * Takes due removals, oldest first. Removals of an engine that dies are taken again.
 * @returns as many as `limit`
 */
export async function takeRemovals(db: Db, limit: number): Promise<readonly Removal[]> {
  const { rows } = await sql<Removal>`
    update removals set attempt = attempt + 1,
      due_at = now() + least(${againMs.least} * 2.0 ^ least(attempt, 10), ${againMs.most}) * interval '1 ms'
    where position = any(array(
      select position from removals where due_at <= now() order by due_at limit ${limit} for update skip locked))
    returning position, key`.execute(db);
  return rows;
}

/** Deletes a removal that is done. */
export async function endRemoval(db: Db, { position }: Removal): Promise<void> {
  await sql`delete from removals where position = ${position}`.execute(db);
}
