import { join } from 'node:path';
import {
  findSite,
  imageBytesMax,
  imageEvents,
  type imageJob,
  riskLevelOfTier,
  type Site,
  worstRiskLevel,
} from '@redline/contracts';
import type { DeliveryContext, MessageHandler } from '@redline/service-kit/bus';
import { eventMessage } from '@redline/service-kit/outbox';
import { attemptHandler, attemptIs, type Lease, writeWithinLease } from '@redline/service-kit/records';
import { SourceError } from '../clients/fetching/source-error.ts';
import { ImageError } from '../clients/images/image-error.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import type { Deps } from '../deps.ts';
import { batchOf } from '../domain/batch-of.ts';
import { placeOfImage } from '../domain/place.ts';
import { imageItemVerdict } from '../domain/render/item-verdict.ts';
import { ofTypes } from '../domain/verdict.ts';
import type { ImageReport } from '../image/check-image.ts';
import { finishImageCheck, type TakenImage, takeImageCheck } from '../store/image-checks.ts';
import { imageRecords } from './check-records.ts';
import { announceImageEnd } from './image-ended.ts';

/** Takes, fetches, checks and finishes one image (see the README, "Guarantees"). */
export function imageJobHandler(deps: Deps): MessageHandler<(typeof imageJob)['payload']> {
  const { db, imageJob: job, metrics } = deps;
  return attemptHandler({
    records: imageRecords(deps),
    job,
    take: (id, limits) => takeImageCheck(db, id, limits),
    work: (taken, lease, _, context) => check(deps, taken, lease, context),
    extendsLease: true,
    onEnd: (outcome) => metrics.attempts.inc({ kind: job.kind, outcome }),
  });
}

async function check(
  deps: Deps,
  taken: TakenImage,
  lease: Lease,
  context: DeliveryContext,
): Promise<'finished' | 'failed' | 'overtaken'> {
  const site = findSite(deps.sites, taken.scope.siteId);
  if (!site) throw new Error(`there is no site ${taken.scope.siteId}`);
  const { productVertical, scope, types, url } = taken;
  const place = placeOfImage(site, productVertical);
  const request = { ...place, scope, requestId: context.requestId, types, audioTypes: null };
  const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(deps.imageTimeoutMs)]);
  const endTimer = deps.metrics.checkSeconds.startTimer({ kind: deps.imageJob.kind });
  try {
    const report = await inPrivateFolder(async (folder) => {
      const path = join(folder, 'image');
      await deps.openSource(url, { path, maxBytes: imageBytesMax, signal });
      return deps.checkImage(path, request, signal);
    });
    endTimer();
    return (await finish({ deps, site, taken, lease, context }, report)) ? 'finished' : 'overtaken';
  } catch (error) {
    const cause = finalCauseOf(error);
    if (!cause) throw error;
    const { id, attempt } = taken;
    const failure = { id, ...cause, condition: attemptIs(attempt), requestId: context.requestId };
    return (await imageRecords(deps).fail(failure)) ? 'failed' : 'overtaken';
  }
}

/** One attempt at a check. */
interface ImageAttempt {
  readonly deps: Deps;
  readonly site: Site;
  readonly taken: TakenImage;
  readonly lease: Lease;
  readonly context: DeliveryContext;
}

async function finish(
  { deps, site, taken, lease, context }: ImageAttempt,
  report: ImageReport,
): Promise<boolean> {
  const { id, scope, types, locale, batchId } = taken;
  const { requestId, traceparent } = context;
  const detections = ofTypes(report.detections, types);
  const { coverage, width, height } = report;
  const riskLevel = worstRiskLevel(detections.map(riskLevelOfTier));
  const ended = { version: 1, id, scope, occurredAt: new Date().toISOString() } as const;
  // Only the orchestrator of batches reads the verdict from the event.
  const ofBatch = batchId && { verdict: imageItemVerdict({ riskLevel, detections, locale }, site.kind) };
  const payload = { ...ended, ...batchOf(batchId), ...ofBatch };
  const event = eventMessage(imageEvents.completed, payload, { requestId, traceparent });
  const verdict = { taken, riskLevel, detections, coverage, width, height };
  const finished = await writeWithinLease(lease, () => finishImageCheck(deps.db, verdict, event));
  if (finished) announceImageEnd(deps, id);
  return finished;
}

/** Returns why a check fails at once, without another attempt: the file cannot be fetched, or is no image. */
function finalCauseOf(error: unknown): { readonly reason: string; readonly lastError: string } | undefined {
  if (error instanceof SourceError) return { reason: `source_${error.kind}`, lastError: error.message };
  if (error instanceof ImageError) return { reason: 'no_picture', lastError: error.message };
  return undefined;
}
