import type { z } from 'zod';
import { currentTraceparent } from '../tracing/span.ts';
import { encodeJson } from './json.ts';
import { headerNames, headersOf } from './message-headers.ts';
import { publishStored } from './publish-stored.ts';
import type { JobRow } from './rows.ts';
import type { Bus } from './types.ts';

export interface PublishOptions {
  /** A second publish with this id within two minutes is stored once. */
  readonly msgId: string;
  readonly timeoutMs: number;
  readonly requestId?: string;
  readonly traceparent?: string;
}

/**
 * Puts a job on the stream under a subject of its own.
 * @param id names the work; `row.subjectOf(id)` is the subject
 * @returns `duplicate` when the stream had it already
 * @throws BusError: `refused`, `no_responders` and `disconnected` mean it is surely not there, `timeout` that nobody knows
 */
export function publishJob<R extends JobRow>(
  bus: Bus,
  row: R,
  id: string,
  payload: z.input<R['payload']>,
  options: PublishOptions,
): Promise<{ readonly duplicate: boolean }> {
  return publishStored(bus, {
    subject: row.subjectOf(id),
    data: encodeJson(payload),
    msgId: options.msgId,
    timeoutMs: options.timeoutMs,
    headers: headersOf({
      [headerNames.requestId]: options.requestId,
      [headerNames.traceparent]: options.traceparent ?? currentTraceparent(),
    }),
  });
}
