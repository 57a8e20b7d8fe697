import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Customer } from './client.ts';
import { batchBody, checkBody, imageBody, type LoadFiles, videoBody } from './copy.ts';
import type { Submission, SubmissionKind } from './journal.ts';
import type { ReportableCheck } from './reportable-checks.ts';
import { type Intent, type PostedSubmission, submitOne } from './submit.ts';
import { watchReport } from './watch-report.ts';

export interface LoadOptions {
  readonly apiUrl: string;
  readonly customers: readonly Customer[];
  readonly seconds: number;
  /** New submissions per second, regardless of earlier ones. */
  readonly rate: number;
  /** How long clients retry after the last submission. */
  readonly patienceMs: number;
  readonly random: Random;
  /** Files for images, videos and batches; null submits texts only. */
  readonly files: LoadFiles | null;
  /** Checks of which a report is ordered, each once; where they are used up, texts are submitted instead. */
  readonly reportable: readonly ReportableCheck[];
  /** The first of the references; 0 when left out. Loads side by side must not share any. */
  readonly firstRef?: number;
  /** Ends the submissions before `seconds` have gone. */
  readonly isOver?: () => boolean;
  readonly signal: AbortSignal;
}

/** Shares of a mixed load; the rest is texts. */
const mix = { image: 0.25, video: 0.1, batch: 0.2, report: 0.15 };
const share = { keyed: 0.4, twice: 0.1, get: 0.15, remove: 0.1 };

/**
 * Submits at a constant rate, also during outages, and waits for the last client.
 * @returns the journal of every submission
 */
export async function runLoad(options: LoadOptions): Promise<readonly Submission[]> {
  const { apiUrl, seconds, rate, signal } = options;
  const startMs = performance.now();
  const giveUpAtMs = startMs + seconds * 1_000 + options.patienceMs;
  const submissions: Submission[] = [];
  const clients: Promise<void>[] = [];
  const unused = [...options.reportable];
  for (let index = 0; index < seconds * rate && !options.isOver?.(); index++) {
    const waitMs = startMs + (index * 1_000) / rate - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    signal.throwIfAborted();
    const check = unused.length > 0 && options.random.chance(mix.report) ? unused.pop() : undefined;
    if (check) {
      const submission = newSubmission('report', check.videoCheckId, check.reader, options.random);
      submissions.push(submission);
      clients.push(watchReport(apiUrl, submission, check.reader, giveUpAtMs));
    } else {
      const { submission, intent } = begin((options.firstRef ?? 0) + index, options);
      submissions.push(submission);
      clients.push(submitOne(apiUrl, submission, intent, giveUpAtMs));
    }
  }
  await Promise.all(clients);
  return submissions;
}

function begin(number: number, { customers, random, files }: LoadOptions) {
  const ref = String(number);
  const { kind, body } = newContent(ref, files, random);
  const customer = random.pick(customers);
  const submission = newSubmission(kind, ref, customer, random);
  const intent: Intent = {
    customer,
    body,
    twice: submission.idempotencyKey !== null && random.chance(share.twice),
    thenGet: random.chance(share.get),
    thenDelete: random.chance(share.remove),
  };
  return { submission, intent };
}

function newSubmission<K extends SubmissionKind>(
  kind: K,
  ref: string,
  { accountId }: Customer,
  random: Random,
): Submission & { readonly kind: K } {
  return {
    kind,
    ref,
    accountId,
    idempotencyKey: random.chance(share.keyed) ? `order-${ref}` : null,
    answers: [],
    deletion: 'none',
    seen: [],
    wasMissing: false,
    events: [],
  };
}

function newContent(
  ref: string,
  files: LoadFiles | null,
  random: Random,
): { readonly kind: PostedSubmission['kind']; readonly body: object } {
  const place = files ? random.between(0, 1) : 1;
  if (!files || place >= mix.image + mix.video + mix.batch)
    return { kind: 'text', body: checkBody(ref, random) };
  if (place < mix.image) return { kind: 'image', body: imageBody(ref, files) };
  if (place < mix.image + mix.video) return { kind: 'video', body: videoBody(ref, files) };
  return { kind: 'batch', body: batchBody(ref, files, random) };
}
