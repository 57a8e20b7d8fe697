import { type Kysely, sql, type Transaction } from 'kysely';
import type { OutboxTables } from './tables.ts';

/**
 * Remembers that a consumer has worked on a message, in the transaction of that work.
 * @returns true the first time; false when it was remembered before, and the work must not be done again
 */
export async function recordOnce<DB extends OutboxTables>(
  trx: Transaction<DB>,
  consumer: string,
  messageId: string,
): Promise<boolean> {
  const result = await sql`
    insert into inbox (consumer, message_id) values (${consumer}, ${messageId}) on conflict do nothing`.execute(
    trx,
  );
  return result.numAffectedRows === 1n;
}

/**
 * Forgets messages of long ago. They must be older than any message that may still come: than the stream keeps them.
 * @returns how many rows went, at most `limit`
 */
export async function cleanInbox<DB extends OutboxTables>(
  db: Kysely<DB>,
  options: { readonly olderThanMs: number; readonly limit: number },
): Promise<number> {
  const before = new Date(Date.now() - options.olderThanMs);
  const result = await sql`
    delete from inbox where ctid = any(array(
      select ctid from inbox where at < ${before} limit ${options.limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
