import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Customer, send } from './client.ts';
import { pathOf, type Submission, type SubmissionKind } from './journal.ts';

/** A submission of any kind but a report, which is a stream. */
export type PostedSubmission = Submission & { readonly kind: Exclude<SubmissionKind, 'report'> };

/** The behaviour of one client. */
export interface Intent {
  readonly customer: Customer;
  readonly body: object;
  /** True to send the first request twice at the same time; only with an Idempotency-Key. */
  readonly twice: boolean;
  readonly thenGet: boolean;
  readonly thenDelete: boolean;
}

const accepted = z.object({ id: z.string() });
const record = z.object({ status: z.enum(['processing', 'completed', 'failed']) });
export const retryPauseMs = 700;

/**
 * Submits as a client: once without an Idempotency-Key; with one it retries after 500 or no answer, until `giveUpAtMs`
 * (of `performance.now`). Answers are written into `submission`.
 */
export async function submitOne(
  apiUrl: string,
  submission: PostedSubmission,
  intent: Intent,
  giveUpAtMs: number,
): Promise<void> {
  const once = () => post(apiUrl, submission, intent);
  let status = intent.twice ? (await Promise.all([once(), once()]))[0] : await once();
  while (submission.idempotencyKey && mayRetry(status) && performance.now() < giveUpAtMs) {
    await sleep(retryPauseMs);
    status = await once();
  }
  const id = submission.answers.find((answer) => answer.id)?.id;
  if (!id) return;
  if (intent.thenGet) await look(apiUrl, submission, intent.customer, id);
  if (intent.thenDelete) await remove(apiUrl, submission, intent.customer, id, giveUpAtMs);
}

export const mayRetry = (status: number | null) => status === null || status === 500;

async function post(apiUrl: string, submission: PostedSubmission, intent: Intent): Promise<number | null> {
  const { idempotencyKey, kind } = submission;
  const call = { method: 'POST', path: pathOf[kind], body: intent.body, idempotencyKey, kind } as const;
  const { status, data } = await send(apiUrl, intent.customer, call);
  const id = status === 201 ? accepted.parse(data).id : null;
  submission.answers.push({ status, id, atMs: Date.now() });
  return status;
}

async function look(
  apiUrl: string,
  submission: PostedSubmission,
  customer: Customer,
  id: string,
): Promise<void> {
  const { status, data } = await send(apiUrl, customer, {
    method: 'GET',
    path: `${pathOf[submission.kind]}/${id}`,
  });
  if (status === 404) submission.wasMissing = true;
  const read = record.safeParse(data);
  if (read.success && read.data.status !== 'processing') submission.seen.push(read.data.status);
}

async function remove(
  apiUrl: string,
  submission: PostedSubmission,
  customer: Customer,
  id: string,
  giveUpAtMs: number,
): Promise<void> {
  submission.deletion = 'asked';
  for (let asked = 1; ; asked++) {
    const { status } = await send(apiUrl, customer, {
      method: 'DELETE',
      path: `${pathOf[submission.kind]}/${id}`,
    });
    submission.deletedAtMs = Date.now();
    if (status === 404 && asked === 1) submission.wasMissing = true;
    if (status === 200 || status === 404) submission.deletion = 'deleted';
    if (!mayRetry(status) || performance.now() > giveUpAtMs) return;
    await sleep(retryPauseMs);
  }
}
