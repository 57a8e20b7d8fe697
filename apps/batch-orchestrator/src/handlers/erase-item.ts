import { imageEvents, textEvents, videoEvents } from '@redline/contracts';
import { type MessageHandler, retryLater } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { eraseItem } from '../store/erase-item.ts';

/** The events of deleted checks, each with the durable name of its consumer, which never changes. */
export const deletions = [
  { row: textEvents.deleted, durable: 'batch-orchestrator-text-deleted' },
  { row: imageEvents.deleted, durable: 'batch-orchestrator-image-deleted' },
  { row: videoEvents.deleted, durable: 'batch-orchestrator-video-deleted' },
] as const;

/** By then the event of its end has come, which its owner wrote before that of its deletion. */
const untilEndedMs = 1_000;

/**
 * Erases the batch's copy of what was submitted as a check that its client has deleted. Erasing twice does nothing, so
 * there is no inbox.
 */
export const checkDeleted =
  ({ db }: Pick<Deps, 'db'>): MessageHandler<(typeof textEvents.deleted)['payload']> =>
  async ({ id: checkId, batchId, scope }) => {
    if (!batchId) return;
    if ((await eraseItem(db, { checkId, batchId, scope })) === 'open') {
      throw retryLater('the end of the item is still to come', { delayMs: untilEndedMs, counts: false });
    }
  };
