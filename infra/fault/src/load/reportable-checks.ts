import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Customer, send } from './client.ts';
import { type LoadFiles, videoBody } from './copy.ts';
import type { Submission } from './journal.ts';

/** A completed video check of the main site, of which a report can be ordered. */
export interface ReportableCheck {
  readonly videoCheckId: string;
  readonly reader: Customer;
}

const atOnce = 3;
const timeoutMs = 60_000;
const pollMs = 300;
/** Refs above those of the load. */
const firstRef = 1_000_000;
const accepted = z.object({ id: z.string() });
const record = z.object({ status: z.string() });

/**
 * Submits video checks before the first fault, and waits for their verdicts.
 * @returns the checks, and their submissions for the journal
 * @throws Error if one does not complete
 */
export async function makeReportableChecks(
  apiUrl: string,
  reader: Customer,
  files: LoadFiles,
  count: number,
): Promise<{ readonly checks: readonly ReportableCheck[]; readonly submissions: readonly Submission[] }> {
  const submissions: Submission[] = [];
  const refs = Array.from({ length: count }, (_, index) => String(firstRef + index));
  const work = async () => {
    for (let ref = refs.pop(); ref !== undefined; ref = refs.pop()) {
      submissions.push(await completedCheck(apiUrl, reader, files, ref));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const checks = submissions.flatMap(({ answers }) =>
    answers.flatMap(({ id }) => (id ? { videoCheckId: id, reader } : [])),
  );
  return { checks, submissions };
}

async function completedCheck(
  apiUrl: string,
  reader: Customer,
  files: LoadFiles,
  ref: string,
): Promise<Submission> {
  const body = { ...videoBody(ref, files), platform: 'shortvideo_a' };
  const { status, data } = await send(apiUrl, reader, { method: 'POST', path: '/video/checks', body });
  if (status !== 201) throw new Error(`a video check of the main site was answered ${status}`);
  const { id } = accepted.parse(data);
  const endMs = performance.now() + timeoutMs;
  for (; performance.now() < endMs; await sleep(pollMs)) {
    const read = await send(apiUrl, reader, { method: 'GET', path: `/video/checks/${id}` });
    if (read.status !== 200 || record.parse(read.data).status !== 'completed') continue;
    const seen = { answers: [{ status: 201, id }], seen: ['completed'], wasMissing: false, events: [] };
    const { accountId } = reader;
    return { kind: 'video', ref, accountId, idempotencyKey: null, deletion: 'none', ...seen };
  }
  throw new Error(`${id} had not completed within ${timeoutMs} ms`);
}
