import type { Scope } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import type { CheckKind } from './check-kinds.ts';
import type { Db } from './tables.ts';

/**
 * Writes the failed event of an operation that has a job but no record. That takes two gateways at one operation, one
 * of which was refused while the other one was charged; its credits must come back all the same.
 */
export async function failWithoutRecord(
  db: Db,
  { events }: CheckKind,
  { id, scope, requestId }: { readonly id: string; readonly scope: Scope; readonly requestId: string },
): Promise<void> {
  const at = { occurredAt: new Date().toISOString(), reason: 'no_record' };
  // One message id however often the job comes: consumers take it once.
  const options = { requestId, id: `no-record:${id}` };
  const message = eventMessage(events.failed, { version: 1, id, scope, ...at }, options);
  await db.transaction().execute((trx) => appendOutbox(trx, [message]));
}
