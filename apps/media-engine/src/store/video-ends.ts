import { mainSite, type RiskLevel, type Scope, videoEvents } from '@redline/contracts';
import { inScope, scopeColumn } from '@redline/service-kit/db';
import { appendOutbox, eventMessage, type OutboxMessage } from '@redline/service-kit/outbox';
import { type Attempt, failRecord, type RecordFailure, writeFenced } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { batchOf } from '../domain/batch-of.ts';
import { type Coverage, type Localized, nothingConfigured } from '../domain/detection.ts';
import { type RatedVideo, videoItemVerdict } from '../domain/render/item-verdict.ts';
import type { DriftStatus, StoredVoice, TranscriptStatus } from '../domain/render/video.ts';
import type { StoredFrame } from '../domain/videos/reports.ts';
import { checkKinds, isOpenVideo } from './check-kinds.ts';
import { appendRemovals } from './removals.ts';
import type { Db, Trx } from './tables.ts';

/** Request id and trace of the message that caused an event. */
type Sent = NonNullable<Parameters<typeof eventMessage>[2]>;

export interface VisualResult {
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
  readonly frames: readonly StoredFrame[];
  readonly coverage: readonly Coverage[];
  readonly actualSeconds: number;
  /** As measured; what was declared stays. */
  readonly width: number;
  readonly height: number;
}

/**
 * Completes a check with its visual result, and writes the completed event, if this attempt is still the last one taken
 * and the check was neither cancelled nor failed meanwhile. The voice follows: the lease goes on, as it would not after
 * `finishRecord`.
 * @param keptForMs then the pictures of its frames are removed
 * @returns false if another worker has the check by now
 */
export function completeVisual(
  db: Db,
  taken: Attempt,
  visual: VisualResult,
  { event, keptForMs }: { readonly event: OutboxMessage; readonly keptForMs: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const completed = await writeFenced(trx, checkKinds.video, taken, {
      set: sql`status = 'completed', transcript_status = 'processing',
        drift_status = case when drift_status is null then null else 'processing' end,
        last_error = null, risk_level = ${visual.riskLevel}, labels = ${JSON.stringify(visual.labels)}::json,
        frames = ${JSON.stringify(visual.frames)}::json, visual_coverage = ${JSON.stringify(visual.coverage)}::json,
        frames_until = now() + ${keptForMs}::float8 * interval '1 ms',
        actual_seconds = ${visual.actualSeconds}::float8, width = coalesce(width, ${visual.width}::integer),
        height = coalesce(height, ${visual.height}::integer)`,
    });
    if (!completed) return false;
    await appendOutbox(trx, [event]);
    await appendRemovals(trx, [framesPrefix(taken.id)], keptForMs);
    return true;
  });
}

export interface VoiceResult {
  readonly transcriptStatus: Exclude<TranscriptStatus, 'processing'> | null;
  readonly driftStatus: DriftStatus | null;
  readonly voice: StoredVoice;
  /** The verdict on the visual result and the voice. */
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
}

/** The text that the voice was compared with is a copy of another record, which its client may delete: it goes with its use. */
const scriptDone = sql`script = null`;

/** Condition under which a video is completed with its visual result, and its voice is still to come. */
const isVoiceOpen = sql<boolean>`status = 'completed' and ${isOpenVideo}`;

/** Returns what of its visual result goes into the last verdict of a check; undefined when it has ended. */
export async function readVisual(
  db: Db,
  { id }: Attempt,
): Promise<Pick<VisualResult, 'riskLevel' | 'labels'> | undefined> {
  const { rows } = await sql<Pick<VisualResult, 'riskLevel' | 'labels'>>`
    select risk_level as "riskLevel", labels from video_checks where id = ${id} and ${isVoiceOpen}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Adds the voice to a check that is completed with its visual result, ends it, and writes the transcribed event.
 * @returns false if another worker has the check by now
 */
export function completeVoice(db: Db, taken: Attempt, result: VoiceResult, sent: Sent): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const completed = await writeFenced(trx, checkKinds.video, taken, {
      isOpen: isVoiceOpen,
      set: sql`transcript_status = ${result.transcriptStatus},
        drift_status = case when drift_status is null then null else coalesce(${result.driftStatus}, 'skipped') end,
        voice = ${JSON.stringify(result.voice)}::json, risk_level = ${result.riskLevel}, ${scriptDone},
        labels = ${JSON.stringify(result.labels)}::json, lease_until = null, last_error = null`,
      returning: transcribedColumns,
    });
    return appendTranscribed(trx, completed, sent);
  });
}

const noTranscript: StoredVoice = {
  text: null,
  risks: [],
  customRisks: [],
  coverage: [{ detector: 'transcription', status: 'failed' }],
};

/** No worker writes below a check's frames so long after its end: its lease is over. */
const framesDelayMs = 600_000;
export const framesPrefix = (id: string): string => `frames/${id}/`;

/**
 * Ends a check that no worker will finish, if it meets the condition. One that is processing fails, and the failed event is
 * its refund. Special: of one that is completed with its visual result the transcript alone fails, without a refund.
 * @returns false when there is no such check any more; nothing was written then
 */
export async function failOpenVideo(trx: Trx, failure: RecordFailure): Promise<boolean> {
  const { id, reason } = failure;
  if (!(await failRecord(trx, checkKinds.video, failure))) return failTranscript(trx, failure);
  const coverage = coverageByReason.get(reason);
  if (coverage) {
    await sql`update video_checks set visual_coverage = ${JSON.stringify(coverage)}::json
      where id = ${id}`.execute(trx);
  }
  await deleteStages(trx, id);
  await appendRemovals(trx, [framesPrefix(id)], framesDelayMs);
  return true;
}

/** The failure reason of an installation that cannot decode videos. */
export const notConfigured = 'not_configured';

/** The coverage of a failed check, by its failure reason. */
const coverageByReason: ReadonlyMap<string, readonly Coverage[]> = new Map([
  [notConfigured, nothingConfigured],
]);

/**
 * Fails the transcript of a check that is completed with its visual result, if the check meets the condition, and writes
 * the transcribed event; the visual result stands.
 * @returns false when there is no such check; nothing was written then
 */
async function failTranscript(
  trx: Trx,
  { id, condition, lastError = null, requestId }: Omit<RecordFailure, 'reason'>,
): Promise<boolean> {
  const { rows } = await sql<TranscribedRow>`
    update video_checks set transcript_status = 'failed',
      drift_status = case when drift_status is null then null else 'failed' end,
      voice = ${JSON.stringify(noTranscript)}::json, last_error = coalesce(${lastError}, last_error), lease_until = null,
      ${scriptDone}, updated_at = now()
    where id = ${id} and ${isVoiceOpen} and ${condition}
    returning ${transcribedColumns}, updated_at as "occurredAt"`.execute(trx);
  return appendTranscribed(trx, rows[0], { requestId });
}

/** Fails the transcript of a check that its scope is about to delete. */
export const failTranscriptOf = (
  trx: Trx,
  {
    id,
    scope,
    requestId,
  }: { readonly id: string; readonly scope: Scope; readonly requestId?: string | undefined },
): Promise<boolean> =>
  failTranscript(trx, { id, requestId, condition: sql<boolean>`${inScope(scope)} and listed` });

/** A check whose transcript has ended; the columns of its verdict are read for items of batches only. */
interface TranscribedColumns extends RatedVideo {
  readonly id: string;
  readonly scope: Scope;
  readonly batchId: string | null;
}

type TranscribedRow = TranscribedColumns & { readonly occurredAt: Date };

const transcribedColumns = sql<TranscribedColumns>`id, ${scopeColumn}, batch_id as "batchId",
  risk_level as "riskLevel", transcript_status as "transcriptStatus", labels,
  case when batch_id is not null then frames end as frames, case when batch_id is not null then voice end as voice`;

/** Writes the transcribed event of a check, and deletes its stages. Returns false without a check. */
async function appendTranscribed(trx: Trx, check: TranscribedRow | undefined, sent: Sent): Promise<boolean> {
  if (!check) return false;
  const { id, scope, occurredAt, batchId } = check;
  const siteKind = scope.siteId === mainSite.id ? 'main' : 'international';
  const payload = {
    version: 1 as const,
    id,
    scope,
    occurredAt: occurredAt.toISOString(),
    ...batchOf(batchId),
    ...(batchId && { verdict: videoItemVerdict(check, siteKind) }),
  };
  await appendOutbox(trx, [eventMessage(videoEvents.transcribed, payload, sent)]);
  await deleteStages(trx, id);
  return true;
}

/** Inserts removals of the pictures of a deleted check: at once, and again when no worker can be writing any more. */
export async function removeFrames(trx: Trx, id: string): Promise<void> {
  await deleteStages(trx, id);
  await appendRemovals(trx, [framesPrefix(id)]);
  await appendRemovals(trx, [framesPrefix(id)], framesDelayMs);
}

async function deleteStages(trx: Trx, id: string): Promise<void> {
  await sql`delete from video_stages where check_id = ${id}`.execute(trx);
}
