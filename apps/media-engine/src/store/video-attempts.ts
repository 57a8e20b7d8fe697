import type { ProductVertical, Scope } from '@redline/contracts';
import { lookAtLeft, type TakeLimits, type Taking } from '@redline/service-kit/attempts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Stages } from '../domain/videos/stages.ts';
import { isOpenVideo } from './check-kinds.ts';
import type { Db } from './tables.ts';

export interface TakenVideo {
  readonly id: string;
  readonly attempt: number;
  readonly scope: Scope;
  /** What is seen was judged already; only what is said is missing. */
  readonly isSeen: boolean;
  readonly url: string;
  readonly sizeMb: number;
  readonly durationSeconds: number;
  readonly productVertical: ProductVertical | null;
  readonly platform: string;
  readonly vertical: string | null;
  readonly frameTypes: readonly string[] | null;
  readonly audioTypes: readonly string[] | null;
  readonly script: string | null;
  /** The batch that it is an item of; null of a single check. */
  readonly batchId: string | null;
}

export type Attempt = Pick<TakenVideo, 'id' | 'attempt'>;

/** Counts an attempt and leases the check to the caller, if it is open, free and has attempts left. */
export async function takeVideoCheck(db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenVideo>> {
  const { rows } = await sql<Omit<TakenVideo, 'scope'> & Scope>`
    update video_checks
    set attempt = attempt + 1, lease_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 ms'
    where id = ${id} and ${isOpenVideo} and attempt < ${limits.maxAttempts}
      and (lease_until is null or lease_until <= clock_timestamp())
    returning id, attempt, ${scopeColumns}, status = 'completed' as "isSeen", video_url as url, size_mb as "sizeMb",
      duration_seconds as "durationSeconds", product_vertical as "productVertical", platform, vertical,
      frame_types as "frameTypes", audio_types as "audioTypes", script, batch_id as "batchId"`.execute(db);
  const [row] = rows;
  if (!row) {
    const options = { maxAttempts: limits.maxAttempts, isOpen: isOpenVideo };
    return (await lookAtLeft(db, 'video_checks', [id], options)).get(id) ?? { outcome: 'no_record' };
  }
  const { accountId: _, siteId: __, tenantId: ___, ...taken } = row;
  return { outcome: 'taken', taken: { ...taken, scope: scopeOf(row) } };
}

/**
 * Opens the stages of a check, which are rows: they outlive the engine.
 * @returns `put` rejects if the check is gone
 */
export async function openStages(db: Db, { id }: Attempt): Promise<Stages> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from video_stages where check_id = ${id}`.execute(db);
  const kept = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    get: <T>(name: string) => kept.get(name) as T | undefined,
    async put(name, value) {
      await sql`insert into video_stages (check_id, name, value) values (${id}, ${name}, ${JSON.stringify(value)}::json)
        on conflict (check_id, name) do update set value = excluded.value`.execute(db);
      kept.set(name, value);
    },
  };
}
