import type { batchDeletionJob } from '@redline/contracts';
import {
  type DeliveryContext,
  isTransient,
  type MessageHandler,
  rejected,
  retryLater,
} from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type CheckToRemove, endRemoval, findRemoval } from '../store/delete-batch.ts';

type Payload = (typeof batchDeletionJob)['payload'];
type DeletionJob = z.output<Payload>;

const removedAtOnce = 10;
/** Margin after the end of the lease of a dispatching worker. */
const afterLeaseMs = 50;

/**
 * Deletes the checks of a deleted batch at their owners. Those that are processing are cancelled, and refunded by their
 * owners' events. Deleting a missing check does nothing, so the job can be repeated.
 */
export function deletionJobHandler(deps: Deps): MessageHandler<Payload> {
  const { maxAttempts } = deps.batchDeletionJob;
  return async (payload, context) => {
    try {
      await removeAll(deps, payload, context);
    } catch (error) {
      if (isTransient(error) || context.deliveredCount < maxAttempts) throw error;
      context.log.error({ err: error, id: payload.id }, 'the checks of a deleted batch cannot be removed');
      await endRemoval(deps.db, payload.id);
      throw rejected(`gave up after ${context.deliveredCount} deliveries`);
    }
  };
}

async function removeAll(
  deps: Deps,
  { id, scope }: DeletionJob,
  { requestId }: DeliveryContext,
): Promise<void> {
  const removal = await findRemoval(deps.db, id);
  if (!removal) return;
  const { leasedMs, checks } = removal;
  const remove = async ({ kind, checkId }: CheckToRemove) => {
    await deps.owners[kind].remove({ checkId, scope, requestId });
    deps.metrics.removed.inc({ kind });
  };
  await someAtOnce(
    checks.filter(({ held }) => held),
    remove,
  );
  const unheld = checks.filter(({ held }) => !held);
  // A worker may be offering them right now; it withdraws them itself unless it dies.
  if (unheld.length > 0 && leasedMs > 0) {
    throw retryLater('the batch is still being dispatched', {
      delayMs: leasedMs + afterLeaseMs,
      counts: false,
    });
  }
  await someAtOnce(unheld, ({ kind, checkId }) => deps.owners[kind].withdraw({ checkId, scope, requestId }));
  await endRemoval(deps.db, id);
}

async function someAtOnce<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let first = 0; first < all.length; first += removedAtOnce) {
    await Promise.all(all.slice(first, first + removedAtOnce).map(run));
  }
}
