import type { z } from 'zod';
import { currentTraceparent } from '../tracing/span.ts';
import { encodeJson } from './json.ts';
import { headerNames, headersOf } from './message-headers.ts';
import { publishStored } from './publish-stored.ts';
import type { JobRow } from './rows.ts';
import type { Bus } from './types.ts';

export interface PublishOptions {
  /** Deduplicates: a second publish with this id within two minutes is not stored. */
  readonly msgId: string;
  readonly timeoutMs: number;
  readonly requestId?: string;
  readonly traceparent?: string;
}

/**
 * Publishes a job to a subject of its own.
 * @param id id of the operation; `row.subjectOf(id)` is the subject
 * @returns `duplicate` if the stream already had it
 * @throws BusError: after `refused`, `no_responders` and `disconnected` the job is certainly not stored, after `timeout`
 *   it may be
 */
export async function publishJob<R extends JobRow>(
  bus: Bus,
  row: R,
  id: string,
  payload: z.input<R['payload']>,
  options: PublishOptions,
): Promise<{ readonly duplicate: boolean }> {
  const { duplicate } = await publishStored(bus, {
    subject: row.subjectOf(id),
    data: encodeJson(payload),
    msgId: options.msgId,
    timeoutMs: options.timeoutMs,
    waitsForLeader: true,
    headers: headersOf({
      [headerNames.requestId]: options.requestId,
      [headerNames.traceparent]: options.traceparent ?? currentTraceparent(),
    }),
  });
  return { duplicate };
}
