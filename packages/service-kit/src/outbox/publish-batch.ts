import { sql, type Transaction } from 'kysely';
import { headerNames, headersOf } from '../bus/message-headers.ts';
import { publishStored } from '../bus/publish-stored.ts';
import type { Bus } from '../bus/types.ts';
import type { Logger } from '../log/index.ts';
import type { OutboxTables } from './tables.ts';

const publishTimeoutMs = 5_000;

interface Row {
  readonly position: number;
  readonly id: string;
  readonly subject: string;
  readonly payload: string;
  readonly headers: { readonly requestId?: string; readonly traceparent?: string };
  readonly ageSeconds: number;
}

/**
 * Publishes the oldest rows that no other relay has locked, all concurrently, and deletes those that the stream has
 * acknowledged. The rows stay locked meanwhile, so that replicas share the table without waiting for each other.
 * @returns the number of rows found and of those published
 */
export async function publishBatch<DB extends OutboxTables>(
  trx: Transaction<DB>,
  bus: Bus,
  batchSize: number,
  log: Logger,
): Promise<{ readonly found: number; readonly published: number }> {
  const { rows } = await sql<Row>`
    select position, id, subject, payload::text as payload, headers,
           extract(epoch from clock_timestamp() - created_at)::float8 as "ageSeconds"
    from outbox order by position limit ${batchSize} for update skip locked`.execute(trx);
  bus.metrics?.outboxLagSeconds.set(rows[0]?.ageSeconds ?? 0);
  if (rows.length === 0) return { found: 0, published: 0 };
  const sent = await Promise.allSettled(rows.map((row) => publishRow(bus, row)));
  const failure = sent.find((result) => result.status === 'rejected');
  if (failure) log.warn({ err: failure.reason }, 'an outbox row could not be published; it stays');
  const gone = rows.filter((_, index) => sent[index]?.status === 'fulfilled').map((row) => row.position);
  if (gone.length > 0) await sql`delete from outbox where position = any(${gone}::bigint[])`.execute(trx);
  return { found: rows.length, published: gone.length };
}

function publishRow(bus: Bus, row: Row): Promise<unknown> {
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
