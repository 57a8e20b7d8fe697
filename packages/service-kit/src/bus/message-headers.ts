import { randomUUID } from 'node:crypto';
import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';
import type { Logger } from '../log/index.ts';
import type { MessageContext } from './types.ts';

export const headerNames = {
  requestId: 'Request-Id',
  traceparent: 'traceparent',
  messageId: 'Nats-Msg-Id',
  /** The id of a message that is replayed: by its own one the stream would take it for a duplicate. */
  originalId: 'Original-Msg-Id',
  errorCode: 'Error-Code',
  errorDelivered: 'Error-Delivered',
  deadReason: 'Dead-Reason',
  deadSubject: 'Dead-Subject',
  deadHandler: 'Dead-Handler',
  deadAttempts: 'Dead-Attempts',
  deadMessageId: 'Dead-Message-Id',
} as const;

type HeaderName = (typeof headerNames)[keyof typeof headerNames];

/** Builds headers; undefined values are left out. */
export function headersOf(values: Partial<Record<HeaderName, string | undefined>>): MsgHdrs {
  const headers = createHeaders();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) headers.set(name, value.replace(/[\r\n]+/g, ' '));
  }
  return headers;
}

/** Returns one header, or undefined if it is absent or empty. */
export const readHeader = (headers: MsgHdrs | undefined, name: HeaderName): string | undefined =>
  headers?.get(name) || undefined;

/** Builds the context of a received message; a request without an id gets one. */
export function contextOf(
  message: { readonly subject: string; readonly headers?: MsgHdrs | undefined },
  log: Logger,
): MessageContext {
  const requestId = readHeader(message.headers, headerNames.requestId) ?? randomUUID();
  let lines: Logger | undefined;
  return {
    subject: message.subject,
    requestId,
    traceparent: readHeader(message.headers, headerNames.traceparent),
    // Most messages log nothing, and a child logger costs more than the rest of this object.
    get log() {
      lines ??= log.child({ subject: message.subject, requestId });
      return lines;
    },
  };
}
