import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from './tables.ts';

/** A bucket after increments: the count in this window, and the time until the window ends. */
export interface BucketCount {
  readonly count: number;
  readonly resetMs: number;
}

/**
 * Increments many buckets in one statement. Windows follow the database's clock, so that all replicas have the same.
 * Buckets are sorted, which prevents deadlocks. The commit does not wait for the disk.
 * @param increments by bucket
 * @returns the counts after the increments, by bucket
 */
export async function addToBuckets(
  db: Kysely<GatewayTables>,
  increments: ReadonlyMap<string, number>,
  windowMs: number,
): Promise<Map<string, BucketCount>> {
  const buckets = [...increments.keys()];
  const counts = [...increments.values()];
  const { rows } = await sql<{ bucket: string; count: number; reset_ms: number }>`
    with off as materialized (select set_config('synchronous_commit', 'off', true)),
    clock as materialized (select floor(extract(epoch from now()) * 1000)::bigint as ms)
    insert into rate_count as kept (bucket, window_no, count)
    select new.bucket, clock.ms / ${windowMs}::bigint, new.count
    from unnest(${buckets}::text[], ${counts}::integer[]) as new (bucket, count), off, clock
    order by new.bucket
    on conflict (bucket) do update set
      count = case when kept.window_no >= excluded.window_no then kept.count + excluded.count else excluded.count end,
      window_no = greatest(kept.window_no, excluded.window_no)
    returning bucket, count,
      ((window_no + 1) * ${windowMs}::bigint - floor(extract(epoch from now()) * 1000)::bigint)::integer as reset_ms
  `.execute(db);
  return new Map(rows.map((row) => [row.bucket, { count: row.count, resetMs: Math.max(1, row.reset_ms) }]));
}

/** Deletes buckets of past windows, at most `limit`; returns their number. */
export async function deleteOldBuckets(
  db: Kysely<GatewayTables>,
  windowMs: number,
  limit: number,
): Promise<number> {
  const result = await sql`delete from rate_count where ctid = any (array(
    select ctid from rate_count
    where window_no < floor(extract(epoch from now()) * 1000)::bigint / ${windowMs}::bigint - 1
    limit ${limit}
  ))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
