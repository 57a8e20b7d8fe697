import { mainSite, type RiskLevel, type Scope, videoEvents } from '@redline/contracts';
import { inScope, scopeColumns, scopeOf } from '@redline/service-kit/db';
import { appendOutbox, eventMessage, type OutboxMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { batchOf } from '../domain/batch-of.ts';
import type { Coverage, Localized } from '../domain/detection.ts';
import { videoVerdict, type WeighedVideo } from '../domain/render/item-verdict.ts';
import type { DriftStatus, StoredVoice, TranscriptStatus } from '../domain/render/video.ts';
import type { StoredFrame } from '../domain/videos/reports.ts';
import { checkKinds, isOpenVideo } from './check-kinds.ts';
import { attemptIs, type CheckFailure, failCheck } from './fail-check.ts';
import { appendRemovals } from './removals.ts';
import type { Db, Trx } from './tables.ts';
import type { Attempt } from './video-attempts.ts';

/** What events go on with of the message that caused them. */
type Sent = NonNullable<Parameters<typeof eventMessage>[2]>;

export interface SeenVideo {
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
  readonly frames: readonly StoredFrame[];
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
  readonly voice: StoredVoice;
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

/** Adds what is said to a check that was seen, ends it, and tells of that. False when it is somebody else's by now. */
export function finishHeard(
  db: Db,
  { id, attempt }: Attempt,
  heard: HeardVideo,
  sent: Sent,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<HeardRow>`
      update video_checks set transcript_status = ${heard.transcriptStatus},
        drift_status = case when drift_status is null then null else coalesce(${heard.driftStatus}, 'skipped') end,
        voice = ${JSON.stringify(heard.voice)}::json, risk_level = ${heard.riskLevel},
        labels = ${JSON.stringify(heard.labels)}::json, lease_until = null, last_error = null, updated_at = now()
      where id = ${id} and status = 'completed' and ${isOpenVideo} and ${attemptIs(attempt)}
      returning ${heardColumns}`.execute(trx);
    return tellHeard(trx, rows[0], sent);
  });
}

const unheard: StoredVoice = {
  ...{ text: null, risks: [], customRisks: [] },
  coverage: [{ detector: 'transcription', status: 'failed' }],
};

/** Nobody writes below a check's frames so long after it has ended: its worker has heard of that, or its lease is over. */
const framesDelayMs = 600_000;
export const framesPrefix = (id: string): string => `frames/${id}/`;

/**
 * Ends a check that nobody will finish, if it meets the condition. One that is processing fails, and the failed event is
 * its refund; of one that was seen the transcript alone fails (see `endVoice`).
 * @returns false when there is no such check any more; nothing was written then
 */
export async function endUnfinished(
  trx: Trx,
  failure: CheckFailure & { readonly coverage?: readonly Coverage[] },
): Promise<boolean> {
  const { id, condition, lastError = null, coverage, requestId } = failure;
  if (await failCheck(trx, checkKinds.video, failure)) {
    if (coverage) {
      await sql`update video_checks set visual_coverage = ${JSON.stringify(coverage)}::json
        where id = ${id}`.execute(trx);
    }
    await forgetStages(trx, id);
    await appendRemovals(trx, [framesPrefix(id)], framesDelayMs);
    return true;
  }
  return endVoice(trx, { id, condition, lastError, requestId });
}

/**
 * Fails the transcript of a check that was seen, if there is one to come and the check meets the condition, and tells of
 * that; what was seen stands.
 * @returns false when there is no such check; nothing was written then
 */
async function endVoice(
  trx: Trx,
  { id, condition, lastError = null, requestId }: Omit<CheckFailure, 'reason'>,
): Promise<boolean> {
  const { rows } = await sql<HeardRow>`
    update video_checks set transcript_status = 'failed',
      drift_status = case when drift_status is null then null else 'failed' end,
      voice = ${JSON.stringify(unheard)}::json, last_error = coalesce(${lastError}, last_error), lease_until = null,
      updated_at = now()
    where id = ${id} and status = 'completed' and ${isOpenVideo} and ${condition}
    returning ${heardColumns}`.execute(trx);
  return tellHeard(trx, rows[0], { requestId });
}

/** The same of a check that its scope is about to delete. */
export const endVoiceOf = (
  trx: Trx,
  {
    id,
    scope,
    requestId,
  }: { readonly id: string; readonly scope: Scope; readonly requestId?: string | undefined },
): Promise<boolean> =>
  endVoice(trx, { id, requestId, condition: sql<boolean>`${inScope(scope)} and listed` });

/** A check whose voice has ended; what makes its verdict is read of items of batches alone. */
interface HeardRow extends Scope, WeighedVideo {
  readonly id: string;
  readonly at: Date;
  readonly batchId: string | null;
}

const heardColumns = sql`id, ${scopeColumns}, updated_at as at, batch_id as "batchId",
  risk_level as "riskLevel", transcript_status as "transcriptStatus", labels,
  case when batch_id is not null then frames end as frames, case when batch_id is not null then voice end as voice`;

/** Writes the event of a voice that has ended, and forgets how far it had come. */
async function tellHeard(trx: Trx, heard: HeardRow | undefined, sent: Sent): Promise<boolean> {
  if (!heard) return false;
  const { id, at, batchId } = heard;
  const siteKind = heard.siteId === mainSite.id ? 'main' : 'international';
  const payload = {
    ...({ version: 1, id, scope: scopeOf(heard), occurredAt: at.toISOString() } as const),
    ...batchOf(batchId),
    ...(batchId && { verdict: videoVerdict(heard, siteKind) }),
  };
  await appendOutbox(trx, [eventMessage(videoEvents.transcribed, payload, sent)]);
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
