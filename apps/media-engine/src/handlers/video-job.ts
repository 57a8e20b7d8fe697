import { join } from 'node:path';
import { findSite, type Site, videoBytesMax, videoEvents, type videoJob } from '@redline/contracts';
import type { DeliveryContext, MessageHandler } from '@redline/service-kit/bus';
import { eventMessage } from '@redline/service-kit/outbox';
import { attemptHandler, attemptIs, type Lease, writeWithinLease } from '@redline/service-kit/records';
import { SourceError } from '../clients/fetching/source-error.ts';
import { VideoError, VideosNotConfiguredError } from '../clients/ffmpeg/video-error.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import type { Deps } from '../deps.ts';
import { batchOf } from '../domain/batch-of.ts';
import { placeOfVideo } from '../domain/place.ts';
import { videoItemVerdict } from '../domain/render/item-verdict.ts';
import { isDeclaredSize, isLongerThanDeclared, isTooLongForTests } from '../domain/videos/declared.ts';
import type { VisualReport, VoiceReport } from '../domain/videos/reports.ts';
import { verdictOnFrames, verdictWithVoice, wantedFrames } from '../domain/videos/video-verdict.ts';
import { openStages, type TakenVideo, takeVideoCheck } from '../store/video-attempts.ts';
import { completeVisual, completeVoice, notConfigured, readVisual } from '../store/video-ends.ts';
import { videoRecords } from './check-records.ts';

/** The file differs from its declaration, so no further attempt can succeed. */
class VideoMismatchError extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'VideoMismatchError';
    this.reason = reason;
  }
}

/** One attempt at a check. */
interface VideoAttempt {
  readonly deps: Deps;
  readonly site: Site;
  readonly taken: TakenVideo;
  readonly lease: Lease;
  readonly context: DeliveryContext;
}

type Ended = 'finished' | 'failed' | 'overtaken';

/** Takes, fetches, checks and finishes one video (see the README, "Guarantees"). */
export function videoJobHandler(deps: Deps): MessageHandler<(typeof videoJob)['payload']> {
  const { db, videoJob: job, metrics } = deps;
  return attemptHandler({
    records: videoRecords(deps),
    job,
    take: (id, limits) => takeVideoCheck(db, id, limits),
    work: (taken, lease, _, context) => check(deps, taken, lease, context),
    extendsLease: true,
    onEnd: (outcome) => metrics.attempts.inc({ kind: job.kind, outcome }),
  });
}

async function check(deps: Deps, taken: TakenVideo, lease: Lease, context: DeliveryContext): Promise<Ended> {
  const site = findSite(deps.sites, taken.scope.siteId);
  if (!site) throw new Error(`there is no site ${taken.scope.siteId}`);
  const endTimer = deps.metrics.checkSeconds.startTimer({ kind: deps.videoJob.kind });
  try {
    const ended = await inPrivateFolder((folder) => checkFile({ deps, site, taken, lease, context }, folder));
    endTimer();
    return ended;
  } catch (error) {
    const cause = finalCauseOf(error);
    if (!cause) throw error;
    const { id, attempt } = taken;
    const failure = { id, ...cause, condition: attemptIs(attempt), requestId: context.requestId };
    return (await videoRecords(deps).fail(failure)) ? 'failed' : 'overtaken';
  }
}

async function checkFile(attempted: VideoAttempt, folder: string): Promise<Ended> {
  const { deps, site, taken, lease, context } = attempted;
  const { id, scope, url, frameTypes: types, audioTypes, script } = taken;
  // Stops the other half when one has failed, so that nothing works in a folder that is removed.
  const ending = new AbortController();
  const signal = AbortSignal.any([lease.signal, ending.signal, AbortSignal.timeout(deps.videoTimeoutMs)]);
  const path = join(folder, 'video');
  const { sizeBytes } = await deps.openSource(url, { path, maxBytes: videoBytesMax, signal });
  if (site.kind === 'main' && !isDeclaredSize(taken.sizeMb, sizeBytes)) {
    throw new VideoMismatchError(
      'size_mismatch',
      `the file has ${sizeBytes} bytes, not the ${taken.sizeMb} MB declared`,
    );
  }
  const request = { ...placeOfVideo(taken), scope, requestId: context.requestId, types, audioTypes };
  const stages = await openStages(deps.db, taken);
  const { visual, voice } = deps.checkVideo(path, { ...request, checkId: id, script }, stages, signal);
  // Handles both from now on: one may reject while the other is awaited.
  const settled = Promise.allSettled([visual, voice]);
  try {
    if (!taken.isVisualDone && !(await finishVisual(attempted, await visual))) return 'overtaken';
    return (await finishVoice(attempted, await voice)) ? 'finished' : 'overtaken';
  } finally {
    ending.abort();
    await settled;
  }
}

/** Completes the check with the report on its frames. */
async function finishVisual(
  { deps, site, taken, lease, context }: VideoAttempt,
  report: VisualReport,
): Promise<boolean> {
  const { id, scope, durationSeconds: declaredSeconds, frameTypes, batchId } = taken;
  const { durationSeconds: actualSeconds, coverage, width, height } = report;
  if (site.kind === 'international' && isLongerThanDeclared(declaredSeconds, actualSeconds)) {
    throw new VideoMismatchError(
      'longer_than_declared',
      `the file lasts ${actualSeconds} s, not ${declaredSeconds} s`,
    );
  }
  if (isTooLongForTests(scope, actualSeconds)) {
    throw new VideoMismatchError('too_long_for_tests', `the file lasts ${actualSeconds} s`);
  }
  const frames = wantedFrames(report.frames, frameTypes);
  const { requestId, traceparent } = context;
  const onFrames = verdictOnFrames(frames);
  const ended = { version: 1, id, scope, occurredAt: new Date().toISOString() } as const;
  const soFar = { ...onFrames, frames, voice: null, transcriptStatus: 'processing' } as const;
  // Only the orchestrator of batches reads the verdict from the event.
  const ofBatch = batchId && { verdict: videoItemVerdict(soFar, site.kind) };
  const payload = { ...ended, declaredSeconds, actualSeconds, ...batchOf(batchId), ...ofBatch };
  const event = eventMessage(videoEvents.completed, payload, { requestId, traceparent });
  const verdict = { ...onFrames, frames, coverage, actualSeconds, width, height };
  const finished = await writeWithinLease(lease, () =>
    completeVisual(deps.db, taken, verdict, { event, keptForMs: deps.uploads.keptForMs }),
  );
  if (finished) deps.wakeRelay();
  return finished;
}

/** Adds the report on the voice to a completed check. */
async function finishVoice(
  { deps, site, taken, lease, context }: VideoAttempt,
  report: VoiceReport,
): Promise<boolean> {
  const visual = await readVisual(deps.db, taken);
  if (!visual) return false;
  const { status, drift, text, risks, customRisks, coverage } = report;
  const verdict = {
    ...verdictWithVoice(visual, risks, site.kind),
    transcriptStatus: status,
    driftStatus: drift,
    voice: { text, risks, customRisks, coverage },
  };
  const { requestId, traceparent } = context;
  const sent = { requestId, traceparent };
  const finished = await writeWithinLease(lease, () => completeVoice(deps.db, taken, verdict, sent));
  if (finished) deps.wakeRelay();
  return finished;
}

/** The cause for which a check fails at once, without another attempt. */
interface FinalCause {
  readonly reason: string;
  readonly lastError: string;
}

function finalCauseOf(error: unknown): FinalCause | undefined {
  if (error instanceof SourceError) return { reason: `source_${error.kind}`, lastError: error.message };
  if (error instanceof VideoError) return { reason: 'no_video', lastError: error.message };
  if (error instanceof VideosNotConfiguredError) return { reason: notConfigured, lastError: error.message };
  if (error instanceof VideoMismatchError) return { reason: error.reason, lastError: error.message };
  return undefined;
}
