import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { EventRow, JobRow } from '../bus/index.ts';
import { currentTraceparent } from '../tracing/span.ts';
import type { OutboxTables } from './tables.ts';

export interface OutboxMessage {
  readonly subject: string;
  readonly payload: unknown;
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
  /** Becomes the message id that consumers know it by; a new one where it is left out. */
  readonly id?: string | undefined;
}

type MessageOptions = Omit<OutboxMessage, 'subject' | 'payload'>;

/** A message of an event row, its payload checked by the compiler. */
export const eventMessage = <R extends EventRow>(
  row: R,
  payload: z.input<R['payload']>,
  options: MessageOptions = {},
): OutboxMessage => ({ ...options, subject: row.subject, payload });

/** A message of a job row under the subject of its id. */
export const jobMessage = <R extends JobRow>(
  row: R,
  id: string,
  payload: z.input<R['payload']>,
  options: MessageOptions = {},
): OutboxMessage => ({ id, ...options, subject: row.subjectOf(id), payload });

/** Below NATS' default limit of 1 MiB with room for headers: a message that can never leave must not get in. */
const payloadBytesMax = 1_000_000;

/**
 * Writes messages beside the change that causes them; they leave once the transaction has committed.
 * @param trx the transaction of that change
 * @throws RangeError when a payload is larger than the bus can carry
 */
export async function appendOutbox<DB extends OutboxTables>(
  trx: Transaction<DB>,
  messages: readonly OutboxMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => {
    const payload = JSON.stringify(message.payload);
    if (Buffer.byteLength(payload) > payloadBytesMax) {
      throw new RangeError(`a message for ${message.subject} is larger than ${payloadBytesMax} bytes`);
    }
    const { requestId, traceparent = currentTraceparent() } = message;
    return sql`(${message.id ?? randomUUID()}, ${message.subject}, ${payload}::json, ${JSON.stringify({ requestId, traceparent })}::json)`;
  });
  await sql`insert into outbox (id, subject, payload, headers) values ${sql.join(rows)}`.execute(trx);
}
