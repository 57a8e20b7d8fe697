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
  /** The message id, by which consumers deduplicate; a new one by default. */
  readonly id?: string | undefined;
}

type MessageOptions = Omit<OutboxMessage, 'subject' | 'payload'>;

/** Builds a message of an event row; the compiler checks its payload. */
export const eventMessage = <R extends EventRow>(
  row: R,
  payload: z.input<R['payload']>,
  options: MessageOptions = {},
): OutboxMessage => ({ ...options, subject: row.subject, payload });

/** Builds a message of a job row, with the subject of its id. */
export const jobMessage = <R extends JobRow>(
  row: R,
  id: string,
  payload: z.input<R['payload']>,
  options: MessageOptions = {},
): OutboxMessage => ({ id, ...options, subject: row.subjectOf(id), payload });

/**
 * The largest payload: the default limit of NATS (1 MiB) minus headers, since a larger one could never be published.
 */
const payloadBytesMax = 1_000_000;

/**
 * Writes messages in the transaction of the change that causes them; the relay publishes them after the commit.
 * @param trx the transaction of that change
 * @throws RangeError if a payload is larger than the limit of the bus
 */
export async function appendOutbox<DB extends OutboxTables>(
  trx: Transaction<DB>,
  messages: readonly OutboxMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ id = randomUUID(), subject, ...message }) => {
    const payload = JSON.stringify(message.payload);
    if (Buffer.byteLength(payload) > payloadBytesMax) {
      throw new RangeError(`a message for ${subject} is larger than ${payloadBytesMax} bytes`);
    }
    const { requestId, traceparent = currentTraceparent() } = message;
    return { id, subject, payload, headers: JSON.stringify({ requestId, traceparent }) };
  });
  // Arrays, so that it is one statement, planned once, for any number of messages.
  await sql`insert into outbox (id, subject, payload, headers)
    select * from unnest(
      ${rows.map(({ id }) => id)}::text[], ${rows.map(({ subject }) => subject)}::text[],
      ${rows.map(({ payload }) => payload)}::json[], ${rows.map(({ headers }) => headers)}::json[])`.execute(
    trx,
  );
}
