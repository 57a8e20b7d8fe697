import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { billingRequests } from './billing.ts';
import { noticeRequests } from './notices.ts';
import { rewriteEvents, rewriteJob } from './rewrites.ts';
import { textEvents, textJob, textRequests } from './text.ts';
import { wordRequests, wordsChangedBroadcast } from './words.ts';

const samplesIn = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

const schemas = {
  'job.text': textJob.payload,
  'event.text.check.completed': textEvents.completed.payload,
  'event.text.check.failed': textEvents.failed.payload,
  'event.text.check.cancelled': textEvents.cancelled.payload,
  'job.rewrite': rewriteJob.payload,
  'event.text.rewrite.completed': rewriteEvents.completed.payload,
  'event.text.rewrite.failed': rewriteEvents.failed.payload,
  'event.text.rewrite.cancelled': rewriteEvents.cancelled.payload,
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

/** While a release rolls out, the two sides of a question are of different versions. */
describe('questions of an older gateway, and answers of an older engine, still read', () => {
  const rows = new Map<string, { request: z.ZodTypeAny; reply: z.ZodTypeAny }>(
    [
      ...Object.values(wordRequests),
      ...Object.values(noticeRequests),
      ...[billingRequests.plan, textRequests.prepare, textRequests.get, textRequests.list],
    ].map((row) => [row.subject, row]),
  );
  const all: { message: string; request?: unknown; reply?: unknown; payload?: unknown }[] =
    samplesIn('./golden-requests.json');
  const questions = all.filter(({ message }) => rows.has(message));

  it.each(questions)('$message', ({ message, request, reply }) => {
    expect(rows.get(message)?.request.parse(request)).toEqual(request);
    expect(rows.get(message)?.reply.parse(reply)).toEqual(reply);
  });

  it('is so for every question about words and notices, and for those that carry a check', () => {
    expect(new Set(questions.map(({ message }) => message))).toEqual(new Set(rows.keys()));
  });

  it('and so is the news of changed words', () => {
    const news = all.filter(({ message }) => message === wordsChangedBroadcast.subject);
    expect(news).toHaveLength(1);
    for (const { payload } of news) expect(wordsChangedBroadcast.payload.parse(payload)).toEqual(payload);
  });
});
