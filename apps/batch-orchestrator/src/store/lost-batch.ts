import { batchEvents, type Scope } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import type { Db } from './tables.ts';

/**
 * Writes the refunds of a batch that has a job but no record. That takes two gateways at one operation, one of which was
 * refused while the other one was charged; its credits must come back all the same.
 * @param batch `checkIds`: every check that it may have had; a refund of one that it had not is of nothing
 */
export async function tellOfLostBatch(
  db: Db,
  batch: {
    readonly id: string;
    readonly scope: Scope;
    readonly requestId: string;
    readonly checkIds: readonly string[];
  },
): Promise<void> {
  const { id: batchId, scope, requestId, checkIds } = batch;
  const at = { occurredAt: new Date().toISOString(), reason: 'no_record' };
  const messages = [batchId, ...checkIds].map((id) =>
    // One message id however often the job comes: consumers take it once.
    eventMessage(
      batchEvents.itemFailed,
      { version: 1, id, batchId, scope, ...at },
      { requestId, id: `no-record:${id}` },
    ),
  );
  await db.transaction().execute((trx) => appendOutbox(trx, messages));
}
