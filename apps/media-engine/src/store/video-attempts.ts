import type { ProductVertical, Scope } from '@redline/contracts';
import { lookAtLeft, type TakeLimits, type Taking } from '@redline/service-kit/attempts';
import { appendOutbox, type OutboxMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import type { Coverage, Localized } from '../domain/detection.ts';
import type { DriftStatus, KeptVoice, TranscriptStatus } from '../domain/shows/video.ts';
import type { RiskLevel } from '../domain/verdict.ts';
import type { SeenFrame } from '../domain/videos/reports.ts';
import type { Stages } from '../domain/videos/stages.ts';
import { checkKinds, isOpenVideo } from './check-kinds.ts';
import { attemptIs, type CheckFailure, failCheck } from './fail-check.ts';
import { appendRemovals } from './removals.ts';
import { scopeColumns, scopeOf } from './scoped.ts';
import type { Db, Trx } from './tables.ts';

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
}

type Attempt = Pick<TakenVideo, 'id' | 'attempt'>;

/** Counts an attempt and leases the check to the caller, if it is open, free and has attempts left. */
export async function takeVideoCheck(db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenVideo>> {
  const { rows } = await sql<Omit<TakenVideo, 'scope'> & Scope>`
    update video_checks
    set attempt = attempt + 1, lease_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 ms'
    where id = ${id} and ${isOpenVideo} and attempt < ${limits.maxAttempts}
      and (lease_until is null or lease_until <= clock_timestamp())
    returning id, attempt, ${scopeColumns}, status = 'completed' as "isSeen", video_url as url, size_mb as "sizeMb",
      duration_seconds as "durationSeconds", product_vertical as "productVertical", platform, vertical,
      frame_types as "frameTypes", audio_types as "audioTypes", script`.execute(db);
  const [row] = rows;
  if (!row) {
    const options = { maxAttempts: limits.maxAttempts, isOpen: isOpenVideo };
    return (await lookAtLeft(db, 'video_checks', [id], options)).get(id) ?? { outcome: 'no_record' };
  }
  const { accountId: _, siteId: __, tenantId: ___, ...taken } = row;
  return { outcome: 'taken', taken: { ...taken, scope: scopeOf(row) } };
}

/**
 * The stages of one attempt, as rows: what is kept outlives the engine.
 * @returns `keep` rejects when the check has gone
 */
export async function openStages(db: Db, { id }: Attempt): Promise<Stages> {
  const { rows } = await sql<{ name: string; value: unknown }>`
    select name, value from video_stages where check_id = ${id}`.execute(db);
  const kept = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    get: <T>(name: string) => kept.get(name) as T | undefined,
    async keep(name, value) {
      await sql`insert into video_stages (check_id, name, value) values (${id}, ${name}, ${JSON.stringify(value)}::json)
        on conflict (check_id, name) do update set value = excluded.value`.execute(db);
      kept.set(name, value);
    },
  };
}

export interface SeenVideo {
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
  readonly frames: readonly SeenFrame[];
  readonly coverage: readonly Coverage[];
  readonly actualSeconds: number;
  /** As they were measured; what was declared is kept. */
  readonly width: number;
  readonly height: number;
}

/**
 * Completes a check with what is seen, and writes the event that tells of it, if this attempt is still the last one taken
 * and the check was neither cancelled nor failed meanwhile. What is said follows; the lease goes on.
 * @param keptForMs then the pictures of its frames are removed
 * @returns false when the check is somebody else's by now
 */
export function finishSeen(
  db: Db,
  taken: Attempt,
  seen: SeenVideo,
  { told, keptForMs }: { readonly told: OutboxMessage; readonly keptForMs: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update video_checks set status = 'completed', transcript_status = 'processing',
        drift_status = case when drift_status is null then null else 'processing' end,
        last_error = null, updated_at = now(), risk_level = ${seen.riskLevel},
        labels = ${JSON.stringify(seen.labels)}::json, frames = ${JSON.stringify(seen.frames)}::json,
        visual_coverage = ${JSON.stringify(seen.coverage)}::json,
        frames_until = now() + ${keptForMs}::float8 * interval '1 ms', actual_seconds = ${seen.actualSeconds}::float8,
        width = coalesce(width, ${seen.width}::integer), height = coalesce(height, ${seen.height}::integer)
      where id = ${taken.id} and status = 'processing' and ${attemptIs(taken.attempt)}`.execute(trx);
    if (numAffectedRows === 0n) return false;
    await appendOutbox(trx, [told]);
    await appendRemovals(trx, [framesPrefix(taken.id)], keptForMs);
    return true;
  });
}

export interface HeardVideo {
  readonly transcriptStatus: Exclude<TranscriptStatus, 'processing'> | null;
  readonly driftStatus: DriftStatus | null;
  readonly voice: KeptVoice;
  /** Of what is seen and said. */
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
}

/** What of a seen check goes into its last verdict. */
export async function readSeen(
  db: Db,
  { id }: Attempt,
): Promise<Pick<SeenVideo, 'riskLevel' | 'labels'> | undefined> {
  const { rows } = await sql<Pick<SeenVideo, 'riskLevel' | 'labels'>>`
    select risk_level as "riskLevel", labels from video_checks where id = ${id} and ${isOpenVideo}
      and status = 'completed'`.execute(db);
  return rows[0];
}

/** Adds what is said to a check that was seen, and ends it. False when it is somebody else's by now. */
export function finishHeard(db: Db, { id, attempt }: Attempt, heard: HeardVideo): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update video_checks set transcript_status = ${heard.transcriptStatus},
        drift_status = case when drift_status is null then null else coalesce(${heard.driftStatus}, 'skipped') end,
        voice = ${JSON.stringify(heard.voice)}::json, risk_level = ${heard.riskLevel},
        labels = ${JSON.stringify(heard.labels)}::json, lease_until = null, last_error = null, updated_at = now()
      where id = ${id} and status = 'completed' and ${isOpenVideo} and ${attemptIs(attempt)}`.execute(trx);
    if (numAffectedRows === 0n) return false;
    await forgetStages(trx, id);
    return true;
  });
}

const unheard: KeptVoice = {
  ...{ text: null, risks: [], customRisks: [] },
  coverage: [{ detector: 'transcription', status: 'failed' }],
};

/** Nobody writes below a check's frames so long after it has ended: its worker has heard of that, or its lease is over. */
const framesDelayMs = 600_000;
export const framesPrefix = (id: string): string => `frames/${id}/`;

/**
 * Ends a check that nobody will finish, if it meets the condition. One that is processing fails, and the failed event is
 * its refund; of one that was seen the transcript alone fails, and what was seen stands.
 * @returns false when there is no such check any more; nothing was written then
 */
export async function endUnfinished(
  trx: Trx,
  failure: CheckFailure & { readonly coverage?: readonly Coverage[] },
): Promise<boolean> {
  const { id, condition, lastError = null, coverage } = failure;
  if (await failCheck(trx, checkKinds.video, failure)) {
    if (coverage) {
      await sql`update video_checks set visual_coverage = ${JSON.stringify(coverage)}::json
        where id = ${id}`.execute(trx);
    }
    await forgetStages(trx, id);
    await appendRemovals(trx, [framesPrefix(id)], framesDelayMs);
    return true;
  }
  const { numAffectedRows } = await sql`
    update video_checks set transcript_status = 'failed',
      drift_status = case when drift_status is null then null else 'failed' end,
      voice = ${JSON.stringify(unheard)}::json, last_error = coalesce(${lastError}, last_error), lease_until = null,
      updated_at = now()
    where id = ${id} and status = 'completed' and ${isOpenVideo} and ${condition}`.execute(trx);
  if (numAffectedRows === 0n) return false;
  await forgetStages(trx, id);
  return true;
}

/** Has the pictures of a deleted check removed, at once and, if somebody was at work, once more when nobody can be. */
export async function removeFrames(trx: Trx, id: string): Promise<void> {
  await forgetStages(trx, id);
  await appendRemovals(trx, [framesPrefix(id)]);
  await appendRemovals(trx, [framesPrefix(id)], framesDelayMs);
}

async function forgetStages(trx: Trx, id: string): Promise<void> {
  await sql`delete from video_stages where check_id = ${id}`.execute(trx);
}
