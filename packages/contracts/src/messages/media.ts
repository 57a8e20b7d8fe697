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
import { batchLane, ofBatch, ofBatchWithVerdict } from './batch-items.ts';
import { event, job, request, scopeSchema } from './rows.ts';
import { submissionRequests } from './submission.ts';

const timeoutMs = 3_000;
/** The main site measures the file while the client waits, 10 seconds at most (document 4, Batches). */
const videoPrepareMs = 12_000;

const byId = z.object({ scope: scopeSchema, id: z.string() });
const notFound = z.object({ outcome: z.literal('not_found') });
const deleted = z.object({ outcome: z.enum(['deleted', 'not_found']) });
const page = z.object({ scope: scopeSchema, page: z.number().int(), pageSize: z.number().int() });

/** Which checks are listed; what is given must all hold. */
const imageCheckFilter = z.object({ productVertical: z.string().optional() });
export type ImageCheckFilter = z.infer<typeof imageCheckFilter>;
const videoCheckFilter = imageCheckFilter.extend({ status: z.string().optional() });
export type VideoCheckFilter = z.infer<typeof videoCheckFilter>;

/** What the gateway asks of the media engine about image checks. */
export const imageRequests = {
  ...submissionRequests((question) => `rpc.media.image.${question}`, {
    check: z.union([anyImageCheckBody, anyMainImageCheckBody]),
    ...ofBatch,
  }),
  /** A check of the main site is found, and listed, once it has ended. */
  get: request({
    subject: 'rpc.media.image.get',
    request: byId,
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('found'),
        record: z.union([anyMainImageCheckRecord, anyImageCheckRecord]),
      }),
      notFound,
    ]),
    timeoutMs,
  }),
  list: request({
    subject: 'rpc.media.image.list',
    request: page.extend({ filter: imageCheckFilter.optional() }),
    reply: z.object({
      total: z.number().int(),
      items: z.array(z.union([anyImageCheckItem, anyMainImageCheckItem])),
    }),
    timeoutMs,
  }),
  /** Cancels what is still processing; the cancelled event brings its credits back. */
  delete: request({ subject: 'rpc.media.image.delete', request: byId, reply: deleted, timeoutMs }),
  /** Fails what is still processing, because nobody waits for it any more; the failed event brings its credits back. */
  expire: request({
    subject: 'rpc.media.image.expire',
    request: z.object({ id: z.string() }),
    reply: z.object({ outcome: z.enum(['expired', 'ended', 'not_found']) }),
    timeoutMs,
  }),
} as const;

/** What the gateway asks of the media engine about video checks. */
export const videoRequests = {
  ...submissionRequests(
    (question) => `rpc.media.video.${question}`,
    // The main site's first: an international body leaves nothing out that it needs.
    { check: z.union([anyMainVideoCheckBody, anyVideoCheckBody]), ...ofBatch },
    videoPrepareMs,
  ),
  get: request({
    subject: 'rpc.media.video.get',
    request: byId.extend({
      locale: z.string().optional().describe('Of the explanations; the first if none'),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('found'),
        record: z.union([anyMainVideoCheckRecord, anyVideoCheckRecord]),
      }),
      notFound,
    ]),
    timeoutMs,
  }),
  list: request({
    subject: 'rpc.media.video.list',
    request: page.extend({ filter: videoCheckFilter.optional() }),
    reply: z.object({
      total: z.number().int(),
      items: z.array(z.union([anyMainVideoCheckItem, anyVideoCheckItem])),
    }),
    timeoutMs,
  }),
  /** Looks at a file of the main site before its batch is accepted, as `prepare` does for a single check. */
  measure: request({
    subject: 'rpc.media.video.measure',
    request: z.object({
      videoUrl: z.string(),
      videoSize: z.number().describe('MB, as declared'),
      deadlineMs: z
        .number()
        .int()
        .describe('Epoch milliseconds; a file that did not show itself by then is a misfit'),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('fits') }),
      z.object({ outcome: z.literal('misfit'), message: z.string() }),
    ]),
    timeoutMs: videoPrepareMs,
  }),
  /** Cancels what is still processing; the cancelled event brings its credits back. */
  delete: request({ subject: 'rpc.media.video.delete', request: byId, reply: deleted, timeoutMs }),
} as const;

const work = z.object({
  version: z.literal(1),
  id: z.string(),
  scope: scopeSchema,
  charged: z.number().int(),
  requestId: z.string(),
});

/** Looking at one image, while a client waits. */
export const imageJob = job({
  kind: 'image',
  subjectOf: (id) => `job.image.${id}`,
  filterSubject: 'job.image.*',
  payload: work,
  ackWaitMs: 90_000,
  maxAttempts: 3,
  backoffMs: [500, 2_000],
});

/** Watching one video. Who works at it says so before the wait is over. */
export const videoJob = job({
  kind: 'video',
  subjectOf: (id) => `job.video.${id}`,
  filterSubject: 'job.video.*',
  payload: work,
  ackWaitMs: 60_000,
  maxAttempts: 4,
  backoffMs: [500, 2_000, 10_000],
});

/** The same for the images and videos of batches. */
export const imageBatchJob = batchLane(imageJob);
export const videoBatchJob = batchLane(videoJob);

const ended = z.object({
  version: z.literal(1),
  id: z.string(),
  scope: scopeSchema,
  occurredAt: z.string().datetime(),
  ...ofBatch,
});
const failed = ended.extend({ reason: z.string() });
const ackWaitMs = 30_000;

/** What the media engine tells. A failed or cancelled check is refunded by whoever was paid for it. */
export const imageEvents = {
  completed: event({
    subject: 'event.media.image.completed',
    payload: ended.extend(ofBatchWithVerdict),
    ackWaitMs,
  }),
  failed: event({ subject: 'event.media.image.failed', payload: failed, ackWaitMs }),
  cancelled: event({ subject: 'event.media.image.cancelled', payload: ended, ackWaitMs }),
} as const;

/** The same of videos; what a completed one of the main site lasts beyond what was declared is charged. */
export const videoEvents = {
  completed: event({
    subject: 'event.media.video.completed',
    payload: ended.extend({
      ...ofBatchWithVerdict,
      declaredSeconds: z.number(),
      actualSeconds: z.number().nullable().describe('Null where the file does not say'),
    }),
    ackWaitMs,
  }),
  /** The voice of a completed video has ended after its picture, and may have changed the verdict. */
  transcribed: event({
    subject: 'event.media.video.transcribed',
    payload: ended.extend(ofBatchWithVerdict),
    ackWaitMs,
  }),
  failed: event({ subject: 'event.media.video.failed', payload: failed, ackWaitMs }),
  cancelled: event({ subject: 'event.media.video.cancelled', payload: ended, ackWaitMs }),
} as const;

/** Told to all gateway replicas once the end of an image check is committed; one of them has a client waiting. */
export const imageEndedBroadcast = {
  subject: 'broadcast.media.image-ended',
  payload: z.object({ id: z.string() }),
} as const;
