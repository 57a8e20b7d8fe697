import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { Customer } from './client.ts';
import type { SeenEvent, Submission } from './journal.ts';
import { statusOf } from './status-of.ts';
import { mayRetry, retryPauseMs } from './submit.ts';

/** A report is written in a second; a connection that waits for a lost writer is broken off and opened again. */
const connectionTimeoutMs = 20_000;
const lastEvents = new Set(['complete', 'error']);
const data = z.object({ chunk: z.string().optional(), content: z.string().optional() });

/**
 * Orders a report of the video check that `submission.ref` names and reads it to its end, as a client does: an order
 * without an answer is repeated if it has an Idempotency-Key; a stream that breaks off is opened again after the last event
 * that was seen. Until `giveUpAtMs` (of `performance.now`).
 */
export async function watchReport(
  apiUrl: string,
  submission: Submission,
  customer: Customer,
  giveUpAtMs: number,
): Promise<void> {
  const { events, answers, idempotencyKey } = submission;
  const connect = () => readOnce(apiUrl, submission, customer);
  const isInTime = () => performance.now() < giveUpAtMs;
  let status: number | null;
  do {
    if (answers.length > 0) await sleep(retryPauseMs);
    status = await connect();
    const id = submission.reportId ?? null;
    // The contract's 201 is the 200 of a stream: what was accepted is named by the first event.
    answers.push({ status: id ? 201 : status === 200 ? null : status, id, atMs: Date.now() });
  } while (idempotencyKey && events.length === 0 && mayRetry(answers.at(-1)?.status ?? null) && isInTime());
  while (events.length > 0 && !lastEvents.has(events.at(-1)?.event ?? '') && isInTime()) {
    await sleep(retryPauseMs);
    status = await connect();
    if (status !== 200 && !mayRetry(status)) {
      answers.push({ status, id: null });
      return;
    }
  }
}

/** Reads a stream until it ends or breaks off. @returns the status; null if there was no answer */
async function readOnce(apiUrl: string, submission: Submission, customer: Customer): Promise<number | null> {
  const { events, idempotencyKey, ref, reportId } = submission;
  const headers: Record<string, string> = { authorization: `Bearer ${customer.apiKey}` };
  const last = events.at(-1);
  if (last) headers['last-event-id'] = `${reportId}:${last.number}`;
  else if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  let status: number | null = null;
  const parser = createParser({
    onEvent({ id = '', event = '', data: json }) {
      const [ofReport, number] = id.split(':');
      submission.reportId ??= ofReport;
      const { chunk, content } = data.parse(JSON.parse(json));
      events.push({ number: Number(number), event, text: chunk ?? content ?? '' } satisfies SeenEvent);
    },
  });
  try {
    const response = await fetch(`${apiUrl}${customer.sitePath}/video/checks/${ref}/report`, {
      headers,
      signal: AbortSignal.timeout(connectionTimeoutMs),
    });
    status = statusOf(response);
    if (status !== 200) await response.body?.cancel();
    else
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text);
  } catch {
    // Whatever came before it broke off has been read.
  }
  return status;
}
