import { sql, type Transaction } from 'kysely';
import { headerNames, headersOf } from '../bus/message-headers.ts';
import { publishStored } from '../bus/publish-stored.ts';
import type { Bus } from '../bus/types.ts';
import type { Logger } from '../log/index.ts';
import type { StreamIds } from './streams.ts';
import type { OutboxTables } from './tables.ts';

const publishTimeoutMs = 5_000;

export interface PublishOptions {
  readonly bus: Bus;
  readonly streams: StreamIds;
  readonly batchSize: number;
  readonly log: Logger;
}

interface Row {
  readonly position: number;
  readonly id: string;
  readonly subject: string;
  readonly payload: string;
  readonly headers: { readonly requestId?: string; readonly traceparent?: string };
}

/**
 * Publishes the oldest rows that no other relay has locked, all concurrently. Those that a stream has acknowledged leave
 * the outbox; what went to one of `streams` is kept as published. The rows stay locked meanwhile, so that replicas share
 * the table without waiting for each other.
 * @param streams as they were before: a stream that was lost since then would be taken for the one that is there now
 * @returns the number of rows found and of those published
 */
export async function publishBatch<DB extends OutboxTables>(
  trx: Transaction<DB>,
  { bus, streams, batchSize, log }: PublishOptions,
): Promise<{ readonly found: number; readonly published: number }> {
  const { rows } = await sql<Row>`
    select position, id, subject, payload::text as payload, headers from outbox order by position limit ${batchSize} for update skip locked`.execute(
    trx,
  );
  if (rows.length === 0) return { found: 0, published: 0 };
  const sent = await Promise.allSettled(rows.map((row) => publishRow(bus, row)));
  const failure = sent.find((result) => result.status === 'rejected');
  if (failure) log.warn({ err: failure.reason }, 'an outbox row could not be published; it stays');
  const gone: { position: number; streamId: number | null }[] = [];
  for (const [index, result] of sent.entries()) {
    const row = rows[index];
    if (!row || result.status === 'rejected') continue;
    gone.push({ position: row.position, streamId: streams.get(result.value.stream) ?? null });
  }
  if (gone.length > 0) await keepAsPublished(trx, gone);
  return { found: rows.length, published: gone.length };
}

async function keepAsPublished<DB extends OutboxTables>(
  trx: Transaction<DB>,
  gone: readonly { readonly position: number; readonly streamId: number | null }[],
): Promise<void> {
  const positions = gone.map(({ position }) => position);
  const streamIds = gone.map(({ streamId }) => streamId);
  await sql`
    with gone as (
      delete from outbox o using unnest(${positions}::bigint[], ${streamIds}::int[]) as sent (position, stream_id)
      -- Named twice, so that the positions lead to the rows.
      where o.position = any(${positions}::bigint[]) and o.position = sent.position
      returning sent.stream_id, o.*
    )
    insert into outbox_published (stream_id, position, id, subject, payload, headers, created_at)
    select stream_id, position, id, subject, payload, headers, created_at from gone
    where stream_id is not null`.execute(trx);
}

function publishRow(bus: Bus, row: Row) {
  return publishStored(bus, {
    subject: row.subject,
    data: new TextEncoder().encode(row.payload),
    msgId: row.id,
    timeoutMs: publishTimeoutMs,
    headers: headersOf({
      [headerNames.requestId]: row.headers.requestId,
      [headerNames.traceparent]: row.headers.traceparent,
    }),
  });
}
