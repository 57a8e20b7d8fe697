import type { Msg } from '@nats-io/transport-node';
import type { z } from 'zod';
import { currentTraceparent, spanned } from '../tracing/span.ts';
import { BusError, type BusErrorCode, type Delivery } from './bus-error.ts';
import { assertConnected, toBusError } from './classify.ts';
import { decodeBy, decodeJson, decodeText, encodeJson } from './json.ts';
import { headerNames, headersOf, readHeader } from './message-headers.ts';
import type { RequestRow } from './rows.ts';
import type { Bus } from './types.ts';

export interface CallOptions {
  /** Overrides the timeout of the row. */
  readonly timeoutMs?: number;
  readonly requestId?: string;
  readonly traceparent?: string;
  /** Skips validation of the reply; only for rows whose schema transforms nothing. */
  readonly trustReply?: boolean;
}

/**
 * Sends a request to the service that serves the row and waits for the reply.
 * @returns the reply, parsed by the row's schema
 * @throws BusError whose `delivered` tells "certainly not acted on" from "unknown"
 */
export async function call<R extends RequestRow>(
  bus: Bus,
  row: R,
  payload: z.input<R['request']>,
  options: CallOptions = {},
): Promise<z.output<R['reply']>> {
  assertConnected(bus);
  const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': row.subject };
  const reply = await spanned(`ask ${row.subject}`, { kind: 'client', attributes }, () =>
    send(bus, row, encodeJson(payload), options),
  );
  const code = readHeader(reply.headers, headerNames.errorCode);
  if (code) throw remoteError(row.subject, code, reply);
  if (options.trustReply) return decodeJson(reply.data) as z.output<R['reply']>;
  const decoded = decodeBy<R['reply']>(row.reply, reply.data);
  if (!decoded.ok)
    throw new BusError('bad_reply', `${row.subject} answered against its schema: ${decoded.fault}`);
  return decoded.value;
}

async function send(bus: Bus, row: RequestRow, data: Uint8Array, options: CallOptions): Promise<Msg> {
  const { requestId, traceparent = currentTraceparent() } = options;
  const named = requestId !== undefined || traceparent !== undefined;
  try {
    return await bus.connection.request(row.subject, data, {
      timeout: options.timeoutMs ?? row.timeoutMs,
      ...(named
        ? {
            headers: headersOf({
              [headerNames.requestId]: requestId,
              [headerNames.traceparent]: traceparent,
            }),
          }
        : {}),
    });
  } catch (error) {
    throw toBusError(error, row.subject);
  }
}

const remoteCodes: ReadonlySet<string> = new Set<BusErrorCode>(['unavailable', 'invalid', 'bug']);

function remoteError(subject: string, code: string, reply: Msg): BusError {
  const known = remoteCodes.has(code) ? (code as BusErrorCode) : 'bug';
  const delivered = readHeader(reply.headers, headerNames.errorDelivered);
  return new BusError(known, `${subject}: ${decodeText(reply.data)}`, {
    ...(delivered === 'no' ? { delivered: 'no' satisfies Delivery } : {}),
  });
}
