import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { request, Server } from './request.ts';
import { ServerError } from './server-error.ts';

/** Fields that are read of the record of every submission. */
export interface SubmittedRecord {
  readonly id: string;
  readonly status: string;
  readonly failure?: { readonly code: string; readonly message: string } | null | undefined;
}

/** A submission, and how its end is seen. */
export interface Submission<R extends SubmittedRecord> {
  /** Path and query of the submission. */
  readonly path: string;
  readonly body: unknown;
  readonly schema: z.ZodType<R, z.ZodTypeDef, unknown>;
  /** Returns the path of the record. */
  readonly recordPath: (id: string) => string;
  readonly isRunning: (record: R) => boolean;
}

/** Time for which an answer waits for the end of a check, and for which it is polled after that. */
export const waitSeconds = 30;
const pollMs = 1_000;
const pollsMax = 60;

/**
 * Submits once, whatever breaks on the way, and returns the record when it has ended.
 * @throws ServerError in the words of the server, for a record that is not understood or has failed, or after 90 s
 */
export async function submit<R extends SubmittedRecord>(
  server: Server,
  { path, body, schema, recordPath, isRunning }: Submission<R>,
  ask: typeof request,
): Promise<R> {
  const parsed = (data: unknown): R => {
    const read = schema.safeParse(data);
    if (!read.success) throw new ServerError(`${server.url} has answered a record that is not understood`);
    return read.data;
  };
  let record = parsed(await ask(server, { path, body, idempotencyKey: randomUUID() }));
  for (let polls = 0; isRunning(record); polls++) {
    if (polls === pollsMax) throw new ServerError(`the check ${record.id} has not ended within 90 s`);
    await sleep(pollMs);
    record = parsed(await ask(server, { path: recordPath(record.id) }));
  }
  if (record.status === 'completed') return record;
  throw new ServerError(`the check ${record.id} has failed: ${record.failure?.message ?? record.status}`);
}
