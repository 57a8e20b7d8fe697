import { type Kysely, sql, type Transaction } from 'kysely';
import type { OutboxTables } from './tables.ts';

/**
 * Records in the inbox that a consumer has handled a message, in the transaction of its work.
 * @returns true the first time; false if it was recorded before, and the work must not be repeated
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
 * Deletes old rows of the inbox. They must be older than any message that may still be delivered: than the retention
 * of the stream.
 * @returns the number of deleted rows, at most `limit`
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
