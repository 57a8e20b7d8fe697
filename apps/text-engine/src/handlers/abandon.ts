import type { textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { deleteUntouched, failUntouched, wasTaken } from '../store/abandon-check.ts';

/**
 * Undoes a submission that nobody has begun to work on. A refused one leaves nothing; one whose outcome is unknown
 * fails, because its charge may exist and the failed event is what refunds it. Answers the same when asked again.
 */
export function abandon({
  db,
  wakeRelay,
}: Pick<Deps, 'db' | 'wakeRelay'>): RequestHandler<typeof textRequests.abandon> {
  return async ({ operationId: id, reason }, { requestId }) => {
    const undone =
      reason === 'refused' ? await deleteUntouched(db, id) : await failUntouched(db, id, requestId);
    if (undone && reason === 'unknown') wakeRelay();
    return { outcome: !undone && (await wasTaken(db, id)) ? 'too_late' : 'abandoned' };
  };
}
