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
import { isDeclaredSize, isLongerThanDeclared } from '../domain/videos/declared.ts';
import type { VisualReport, VoiceReport } from '../domain/videos/reports.ts';
import { verdictOnFrames, verdictWithVoice, wantedFrames } from '../domain/videos/video-verdict.ts';
import { openStages, type TakenVideo, takeVideoCheck } from '../store/video-attempts.ts';
import { completeVisual, completeVoice, notConfigured, readVisual } from '../store/video-ends.ts';
import { videoRecords } from './check-records.ts';

/** What no further attempt can mend. */
class VideoMismatchError extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'VideoMismatchError';
    this.reason = reason;
  }
}

/** One attempt, as its steps see it. */
interface Working {
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
    const ended = await inPrivateFolder((folder) => watch({ deps, site, taken, lease, context }, folder));
    endTimer();
    return ended;
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    const { id, attempt } = taken;
    const failure = { id, ...fault, condition: attemptIs(attempt), requestId: context.requestId };
    return (await videoRecords(deps).fail(failure)) ? 'failed' : 'overtaken';
  }
}

async function watch(working: Working, folder: string): Promise<Ended> {
  const { deps, site, taken, lease, context } = working;
  const { id, scope, url, frameTypes: types, audioTypes, script } = taken;
  // Ends what is still under way when one half has failed, so that nothing works in a folder that has gone.
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
  const asked = { ...placeOfVideo(taken), scope, requestId: context.requestId, types, audioTypes };
  const stages = await openStages(deps.db, taken);
  const { visual, voice } = deps.checkVideo(path, { ...asked, checkId: id, script }, stages, signal);
  // Now, so that one that fails while the other is waited for has a handler for its rejection.
  const settled = Promise.allSettled([visual, voice]);
  try {
    if (!taken.isVisualDone && !(await finishVisual(working, await visual))) return 'overtaken';
    return (await finishVoice(working, await voice)) ? 'finished' : 'overtaken';
  } finally {
    ending.abort();
    await settled;
  }
}

/** Completes the check with its visual result. */
async function finishVisual(
  { deps, site, taken, lease, context }: Working,
  seen: VisualReport,
): Promise<boolean> {
  const { id, scope, durationSeconds: declaredSeconds, frameTypes, batchId } = taken;
  const { durationSeconds: actualSeconds, coverage, width, height } = seen;
  if (site.kind === 'international' && isLongerThanDeclared(declaredSeconds, actualSeconds)) {
    throw new VideoMismatchError(
      'longer_than_declared',
      `the file lasts ${actualSeconds} s, not ${declaredSeconds} s`,
    );
  }
  const frames = wantedFrames(seen.frames, frameTypes);
  const { requestId, traceparent } = context;
  const onFrames = verdictOnFrames(frames);
  const ended = { version: 1, id, scope, occurredAt: new Date().toISOString() } as const;
  const soFar = { ...onFrames, frames, voice: null, transcriptStatus: 'processing' } as const;
  // Only who follows a batch needs the verdict with the event.
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

/** Adds the voice. */
async function finishVoice(
  { deps, site, taken, lease, context }: Working,
  report: VoiceReport,
): Promise<boolean> {
  const seen = await readVisual(deps.db, taken);
  if (!seen) return false;
  const { status, drift, text, risks, customRisks, coverage } = report;
  const verdict = {
    ...verdictWithVoice(seen, risks, site.kind),
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

/** Why a check cannot be finished, by any attempt. */
interface Fault {
  readonly reason: string;
  readonly lastError: string;
}

function faultOf(error: unknown): Fault | undefined {
  if (error instanceof SourceError) return { reason: `source_${error.kind}`, lastError: error.message };
  if (error instanceof VideoError) return { reason: 'no_video', lastError: error.message };
  if (error instanceof VideosNotConfiguredError) return { reason: notConfigured, lastError: error.message };
  if (error instanceof VideoMismatchError) return { reason: error.reason, lastError: error.message };
  return undefined;
}
