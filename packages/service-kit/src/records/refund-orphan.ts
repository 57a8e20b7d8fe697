import type { Kysely } from 'kysely';
import { appendOutbox, type OutboxMessage, type OutboxTables } from '../outbox/index.ts';
import type { FailedMessageOptions, RecordEnd } from './record-kind.ts';

/**
 * Writes the failed events of an operation that has a job but no record. That takes two gateways at one operation, one
 * of which was refused while the other one was charged; its credits must come back all the same.
 *
 * The message id derives from the record's: however often the job comes, whoever refunds takes the event once.
 * @param ids of what may have been charged: of the record and, where it has lines of its own, of each of them
 */
export async function refundOrphan<DB extends OutboxTables>(
  db: Kysely<DB>,
  ids: readonly string[],
  requestId: string,
  failedMessage: (end: RecordEnd, options: FailedMessageOptions) => OutboxMessage,
): Promise<void> {
  const end = { occurredAt: new Date().toISOString(), reason: 'no_record' };
  const messages = ids.map((id) => failedMessage({ id, ...end }, { requestId, id: `no-record:${id}` }));
  await db.transaction().execute((trx) => appendOutbox(trx, messages));
}
