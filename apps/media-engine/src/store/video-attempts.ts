import type { ProductVertical, Scope } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { type Attempt, type TakeLimits, type Taking, takeRecord } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Stages } from '../domain/videos/stages.ts';
import { checkKinds } from './check-kinds.ts';
import type { Db } from './tables.ts';

interface TakenColumns {
  readonly scope: Scope;
  /** The visual result is stored already; only the voice is missing. */
  readonly isVisualDone: boolean;
  readonly url: string;
  readonly sizeMb: number;
  readonly durationSeconds: number;
  readonly productVertical: ProductVertical | null;
  readonly platform: string;
  readonly vertical: string | null;
  readonly frameTypes: readonly string[] | null;
  readonly audioTypes: readonly string[] | null;
  readonly script: string | null;
  /** The batch that it is an item of; null for a single check. */
  readonly batchId: string | null;
}

export type TakenVideo = Attempt & TakenColumns;

const columns = sql<TakenColumns>`${scopeColumn}, status = 'completed' as "isVisualDone", video_url as url,
  size_mb as "sizeMb", duration_seconds as "durationSeconds", product_vertical as "productVertical", platform, vertical,
  frame_types as "frameTypes", audio_types as "audioTypes", script, batch_id as "batchId"`;

/** Counts an attempt and leases the check to the caller, if it is open, free and has attempts left. */
export const takeVideoCheck = (db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenVideo>> =>
  takeRecord(db, checkKinds.video, id, limits, columns);

/**
 * Opens the stages of a check, which are rows: they outlive the engine.
 * @returns `put` rejects if the check is gone
 */
export async function openStages(db: Db, { id }: Attempt): Promise<Stages> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from video_stages where check_id = ${id}`.execute(db);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    get: <T>(name: string) => stored.get(name) as T | undefined,
    async put(name, value) {
      await sql`insert into video_stages (check_id, name, value) values (${id}, ${name}, ${JSON.stringify(value)}::json)
        on conflict (check_id, name) do update set value = excluded.value`.execute(db);
      stored.set(name, value);
    },
  };
}
