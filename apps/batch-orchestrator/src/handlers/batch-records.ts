import { batchEvents, type Scope } from '@redline/contracts';
import { eventMessage } from '@redline/service-kit/outbox';
import { deleteUntouched, type Records, refundOrphan } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { batchTable } from '../store/batch-table.ts';
import type { Tables } from '../store/tables.ts';
import { applyEvent } from './apply-event.ts';
import { possibleChecks } from './item-ids.ts';

/**
 * Batches as records, whose life is in service-kit (records). What is special: a batch ends in parts, so that failing it
 * is an event that goes through `advance` (domain/batch.ts), which refunds the items that no owner holds.
 */
export function batchRecords(
  deps: Pick<Deps, 'db' | 'metrics' | 'wakeRelay'>,
): Records<Tables, { readonly scope: Scope }> {
  const { db, wakeRelay } = deps;
  return {
    db,
    kind: batchTable,
    async fail({ id, reason, condition, requestId }) {
      const changed = await applyEvent(deps, id, { type: 'given_up', reason }, { requestId, condition });
      return changed?.isChanged ?? false;
    },
    deleteUntouched: (id) => deleteUntouched(db, batchTable, id),
    // Every item that it may have had is refunded; a refund of an item that was never charged does nothing.
    async onMissingRecord({ id: batchId, scope }, requestId) {
      const ids = [batchId, ...possibleChecks(batchId)];
      await refundOrphan(db, ids, requestId, ({ id, occurredAt, reason }, options) =>
        eventMessage(batchEvents.itemFailed, { version: 1, id, batchId, scope, occurredAt, reason }, options),
      );
      wakeRelay();
    },
  };
}
