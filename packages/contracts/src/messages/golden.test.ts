import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { batchDeletionJob, batchEvents, batchJob, batchRequests } from './batches.ts';
import { billingRequests } from './billing.ts';
import { erasureRequests } from './erasure.ts';
import { evaluateRequests } from './evaluate.ts';
import { exportRequests } from './export.ts';
import {
  imageEndedBroadcast,
  imageEvents,
  imageJob,
  imageRequests,
  videoEvents,
  videoJob,
  videoRequests,
} from './media.ts';
import { noticeRequests } from './notices.ts';
import { reportEvents, reportJob, reportRequests } from './reports.ts';
import { rewriteEvents, rewriteJob } from './rewrites.ts';
import { textEvents, textJob, textRequests } from './text.ts';
import { uploadRequests } from './uploads.ts';
import { wordRequests, wordsChangedBroadcast } from './words.ts';

const samplesIn = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

const schemas = {
  'job.text': textJob.payload,
  'event.text.check.completed': textEvents.completed.payload,
  'event.text.check.failed': textEvents.failed.payload,
  'event.text.check.cancelled': textEvents.cancelled.payload,
  'event.text.check.deleted': textEvents.deleted.payload,
  'job.rewrite': rewriteJob.payload,
  'event.text.rewrite.completed': rewriteEvents.completed.payload,
  'event.text.rewrite.failed': rewriteEvents.failed.payload,
  'event.text.rewrite.cancelled': rewriteEvents.cancelled.payload,
  'job.image': imageJob.payload,
  'event.media.image.completed': imageEvents.completed.payload,
  'event.media.image.failed': imageEvents.failed.payload,
  'event.media.image.cancelled': imageEvents.cancelled.payload,
  'event.media.image.deleted': imageEvents.deleted.payload,
  'job.video': videoJob.payload,
  'event.media.video.completed': videoEvents.completed.payload,
  'event.media.video.failed': videoEvents.failed.payload,
  'event.media.video.cancelled': videoEvents.cancelled.payload,
  'event.media.video.deleted': videoEvents.deleted.payload,
  'event.media.video.transcribed': videoEvents.transcribed.payload,
  'job.batch': batchJob.payload,
  'job.batch-deletion': batchDeletionJob.payload,
  'event.batch.item.failed': batchEvents.itemFailed.payload,
  'event.batch.completed': batchEvents.completed.payload,
  'job.report': reportJob.payload,
  'event.report.completed': reportEvents.completed.payload,
  'event.report.failed': reportEvents.failed.payload,
};

interface Sample {
  message: keyof typeof schemas;
  payload: { version: number };
}

const samples: Sample[] = samplesIn('./golden.json');

describe('messages written by any version ever released still read', () => {
  it.each(samples)('$message v$payload.version', ({ message, payload }) => {
    expect(schemas[message].parse(payload)).toEqual(payload);
  });

  it('has a sample of every message that outlives a process', () => {
    expect(new Set(samples.map((sample) => sample.message))).toEqual(new Set(Object.keys(schemas)));
  });
});

/** During a rollout, client and server of a request have different versions. */
describe('requests of an older gateway, and replies of an older engine, still read', () => {
  const rows = new Map<string, { request: z.ZodTypeAny; reply: z.ZodTypeAny }>(
    [
      ...Object.values(wordRequests),
      ...Object.values(noticeRequests),
      ...Object.values(erasureRequests),
      ...Object.values(exportRequests),
      ...[imageRequests, videoRequests, batchRequests, reportRequests].flatMap(
        ({ abandon: _, reopen: __, statuses: ___, ...rows }) => Object.values(rows),
      ),
      ...[uploadRequests.policy, evaluateRequests.evaluate, evaluateRequests.labels],
      ...[billingRequests.plan, textRequests.prepare, textRequests.get, textRequests.list],
    ].map((row) => [row.subject, row]),
  );
  const all: { message: string; request?: unknown; reply?: unknown; payload?: unknown }[] =
    samplesIn('./golden-requests.json');
  const requests = all.filter(({ message }) => rows.has(message));

  it.each(requests)('$message', ({ message, request, reply }) => {
    expect(rows.get(message)?.request.parse(request)).toEqual(request);
    expect(rows.get(message)?.reply.parse(reply)).toEqual(reply);
  });

  it('has a sample of every request about words, notices, images, videos, uploads, batches, reports and whole accounts, and of those that carry a check', () => {
    expect(new Set(requests.map(({ message }) => message))).toEqual(new Set(rows.keys()));
  });

  it.each([wordsChangedBroadcast, imageEndedBroadcast])(
    'and so does the broadcast $subject',
    ({ subject, payload }) => {
      const broadcasts = all.filter(({ message }) => message === subject);
      expect(broadcasts).toHaveLength(1);
      for (const sample of broadcasts) expect(payload.parse(sample.payload)).toEqual(sample.payload);
    },
  );
});
