import { z } from 'zod';
import { anyImageCheckBody, anyImageCheckItem, anyImageCheckRecord } from '../http/image-checks.ts';
import {
  anyMainImageCheckBody,
  anyMainImageCheckItem,
  anyMainImageCheckRecord,
} from '../http/main-image-checks.ts';
import {
  anyMainVideoCheckBody,
  anyMainVideoCheckItem,
  anyMainVideoCheckRecord,
} from '../http/main-video-checks.ts';
import { anyVideoCheckBody, anyVideoCheckItem, anyVideoCheckRecord } from '../http/video-checks.ts';
import { batchLane, deletedEvent, ofBatch, ofBatchWithVerdict } from './batch-items.ts';
import { chargedJobPayload, endedEvent, failureFields } from './payloads.ts';
import { explainLocale, recordRequests } from './record.ts';
import { refusalFields } from './refused.ts';
import { job, request } from './rows.ts';
import { quoteRequest, submissionRequests } from './submission.ts';

/** The main site measures the file while the client waits, 10 seconds at most (document 4, Batches). */
const videoPrepareMs = 12_000;

/** Filters of the main site's lists; all that are given must match. */
const imageCheckFilter = z.object({ productVertical: z.string().optional() });
export type ImageCheckFilter = z.infer<typeof imageCheckFilter>;
const videoCheckFilter = imageCheckFilter.extend({ status: z.string().optional() });
export type VideoCheckFilter = z.infer<typeof videoCheckFilter>;

const submittedImage = { check: z.union([anyImageCheckBody, anyMainImageCheckBody]) };
// The main site's body first: an international body lacks none of the fields it requires.
const submittedVideo = { check: z.union([anyMainVideoCheckBody, anyVideoCheckBody]) };

/** Requests of the gateway to the media engine about image checks. */
export const imageRequests = {
  ...submissionRequests((question) => `rpc.media.image.${question}`, {
    ...submittedImage,
    ...ofBatch,
  }),
  ...quoteRequest((question) => `rpc.media.image.${question}`, submittedImage),
  /** A check of the main site is found, and listed, only once it has ended. */
  ...recordRequests((question) => `rpc.media.image.${question}`, {
    record: z.union([anyMainImageCheckRecord, anyImageCheckRecord]),
    item: z.union([anyImageCheckItem, anyMainImageCheckItem]),
    getFields: {},
    listFields: { filter: imageCheckFilter.optional() },
  }),
  /** Fails what is still processing after the client has stopped waiting; the failed event refunds it. */
  expire: request({
    subject: 'rpc.media.image.expire',
    request: z.object({ id: z.string() }),
    reply: z.object({ outcome: z.enum(['expired', 'ended', 'not_found']) }),
    timeoutMs: 3_000,
  }),
} as const;

/** Requests of the gateway and the batch orchestrator to the media engine about video checks. */
export const videoRequests = {
  ...submissionRequests(
    (question) => `rpc.media.video.${question}`,
    { ...submittedVideo, ...ofBatch },
    videoPrepareMs,
  ),
  ...quoteRequest((question) => `rpc.media.video.${question}`, submittedVideo, videoPrepareMs),
  ...recordRequests((question) => `rpc.media.video.${question}`, {
    record: z.union([anyMainVideoCheckRecord, anyVideoCheckRecord]),
    item: z.union([anyMainVideoCheckItem, anyVideoCheckItem]),
    getFields: explainLocale,
    listFields: { filter: videoCheckFilter.optional() },
  }),
  /** Measures a file of the main site before its batch is accepted, as `prepare` does for a single check. */
  measure: request({
    subject: 'rpc.media.video.measure',
    request: z.object({
      videoUrl: z.string(),
      videoSize: z.number().describe('MB, as declared'),
      deadlineMs: z
        .number()
        .int()
        .describe('Epoch milliseconds; a file that could not be measured by then is a misfit'),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('fits') }),
      z.object({ outcome: z.literal('misfit'), ...refusalFields }),
    ]),
    timeoutMs: videoPrepareMs,
  }),
} as const;

/** Checks one image while a client waits. */
export const imageJob = job({
  kind: 'image',
  payload: chargedJobPayload,
  ackWaitMs: 90_000,
  maxAttempts: 3,
  backoffMs: [500, 2_000],
});

/** Checks one video. The worker extends the wait while it works. */
export const videoJob = job({
  kind: 'video',
  payload: chargedJobPayload,
  ackWaitMs: 60_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

/** The same for images and videos of batches. */
export const imageBatchJob = batchLane(imageJob);
export const videoBatchJob = batchLane(videoJob);

/** Events of image checks, published by the media engine. Billing refunds a failed or cancelled check. */
export const imageEvents = {
  completed: endedEvent('event.media.image.completed', ofBatchWithVerdict),
  failed: endedEvent('event.media.image.failed', { ...ofBatch, ...failureFields }),
  cancelled: endedEvent('event.media.image.cancelled', ofBatch),
  deleted: deletedEvent('event.media.image.deleted'),
} as const;

/** Events of video checks. Billing charges the seconds of a completed main-site video beyond those declared. */
export const videoEvents = {
  completed: endedEvent('event.media.video.completed', {
    ...ofBatchWithVerdict,
    declaredSeconds: z.number(),
    actualSeconds: z.number().nullable().describe('Null if the file does not name its duration'),
  }),
  /** The transcription of a completed video has ended, and may have changed the verdict. */
  transcribed: endedEvent('event.media.video.transcribed', ofBatchWithVerdict),
  failed: endedEvent('event.media.video.failed', { ...ofBatch, ...failureFields }),
  cancelled: endedEvent('event.media.video.cancelled', ofBatch),
  deleted: deletedEvent('event.media.video.deleted'),
} as const;

/** Sent to all gateway replicas once the end of an image check is committed; one of them has a client waiting. */
export const imageEndedBroadcast = {
  subject: 'broadcast.media.image-ended',
  payload: z.object({ id: z.string() }),
} as const;
