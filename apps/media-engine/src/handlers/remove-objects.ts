import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { isUploadKey } from '../domain/uploads/upload-dir.ts';
import { endRemoval, type Removal, takeRemovals } from '../store/removals.ts';
import { markPurged } from '../store/retire-uploads.ts';

const batchSize = 20;
/** Limit of batches in one turn. */
const batchesPerTurnMax = 10;

/**
 * Removes the objects in the table `removals`. Removing a missing object does nothing, so a turn can be repeated; a
 * removal that fails is retried later.
 * @returns one turn, to be run at intervals
 */
export function createRemoving(
  { db, blobs, metrics }: Pick<Deps, 'db' | 'blobs' | 'metrics'>,
  log: Logger,
): (signal: AbortSignal) => Promise<void> {
  const remove = async (removal: Removal): Promise<void> => {
    const { key } = removal;
    try {
      await (key.endsWith('/') ? blobs.deletePrefix(key) : blobs.delete(key));
      if (isUploadKey(key)) await markPurged(db, key);
      await endRemoval(db, removal);
      metrics.removed.inc({ outcome: 'removed' });
    } catch (error) {
      metrics.removed.inc({ outcome: 'failed' });
      log.warn({ err: error, key }, 'an object could not be removed; the removal is retried later');
    }
  };
  return async (signal) => {
    for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch++) {
      const due = await takeRemovals(db, batchSize);
      for (const removal of due) await remove(removal);
      if (due.length < batchSize) return;
    }
  };
}
