import { sql } from 'kysely';
import type { AttemptLimit } from '../domain/attempt-limits.ts';
import type { Db } from './tables.ts';

/**
 * Counts an attempt in each of some buckets, over all replicas, before it is made: attempts at the same time are counted one
 * after another, so that none is let through beyond a limit.
 * @returns undefined if all are within their limits; otherwise the seconds after which to try again
 */
export async function countAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { bucket, max, windowSeconds } of limits) {
    const { rows } = await sql<{ count: number; wait: number }>`
      insert into attempt as kept (bucket, count, ends_at)
      values (${bucket}, 1, now() + make_interval(secs => ${windowSeconds}))
      on conflict (bucket) do update set
        count = case when kept.ends_at > now() then least(kept.count + 1, 1000000) else 1 end,
        ends_at = case when kept.ends_at > now() then kept.ends_at else excluded.ends_at end
      returning count, greatest(1, ceil(extract(epoch from ends_at - now())))::integer as wait`.execute(db);
    const [row] = rows;
    if (row && row.count > max) waits.push(row.wait);
  }
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Forgets attempts that succeeded: of the buckets, one each. */
export async function forgetAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  const buckets = limits.map(({ bucket }) => bucket);
  await sql`update attempt set count = greatest(0, count - 1) where bucket = any (${buckets}::text[])`.execute(
    db,
  );
}
