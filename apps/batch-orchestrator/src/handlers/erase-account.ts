import { type erasureRequests, leftCountMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { eraseAccountHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { accountRows, batchesOfAccount, deleteEnded } from '../store/account-batches.ts';
import { deleteBatch } from '../store/delete-batch.ts';

/** Cancelled in one request: each is a transaction of its own, and an account has few that are under way. */
const cancelledMax = 20;

/**
 * Erases what this service has of an account: batches, their items, counts. One that is processing is deleted as by its
 * client: waiting items are refunded, and a job removes its checks; its row goes when that has ended. The checks of the
 * others are erased by their owners.
 */
export function eraseAccount({
  db,
  wakeRelay,
}: Pick<Deps, 'db' | 'wakeRelay'>): RequestHandler<(typeof erasureRequests)['batch-orchestrator']> {
  return eraseAccountHandler(db, {
    countedMax: leftCountMax,
    onRemoved: wakeRelay,
    planOf: ({ requestId }) => ({
      steps: [
        {
          ...accountRows.listed,
          async remove(accountId, limit) {
            const batches = await batchesOfAccount(db, accountId, limit);
            const open = batches.filter(({ isProcessing }) => isProcessing).slice(0, cancelledMax);
            for (const { id, scope } of open) await deleteBatch(db, { id, scope, requestId });
            const ended = batches.flatMap(({ id, isProcessing }) => (isProcessing ? [] : [id]));
            return open.length + (await deleteEnded(db, ended));
          },
        },
        accountRows.removed,
        { ...accountRows.beingRemoved, remove: false },
      ],
      last: [accountRows.counts],
    }),
  });
}
