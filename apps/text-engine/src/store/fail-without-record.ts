import { rewriteEvents, type Scope, textEvents } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import type { Db } from './tables.ts';

/**
 * Writes the failed event of an operation that has a job but no record. That takes two gateways at one operation, one
 * of which was refused while the other one was charged; its credits must come back all the same.
 */
export const failWithoutRecord = (db: Db, lost: Lost): Promise<void> => fail(db, textEvents.failed, lost);

/** The same of a rewrite. */
export const failWithoutRewrite = (db: Db, lost: Lost): Promise<void> => fail(db, rewriteEvents.failed, lost);

interface Lost {
  readonly id: string;
  readonly scope: Scope;
  readonly requestId: string;
}

type FailedRow = typeof textEvents.failed | typeof rewriteEvents.failed;

async function fail(db: Db, row: FailedRow, { id, scope, requestId }: Lost): Promise<void> {
  const at = { occurredAt: new Date().toISOString(), reason: 'no_record' };
  // One message id however often the job comes: consumers take it once.
  const message = eventMessage(row, { version: 1, id, scope, ...at }, { requestId, id: `no-record:${id}` });
  await db.transaction().execute((trx) => appendOutbox(trx, [message]));
}
