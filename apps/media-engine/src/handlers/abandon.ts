import type { imageRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { deleteUntouched, failUntouched, wasTaken } from '../store/abandon-check.ts';
import type { CheckKind } from '../store/check-kinds.ts';

/**
 * Undoes a submission that nobody has begun to work on. A refused one leaves nothing; one whose outcome is unknown
 * fails, because its charge may exist and the failed event is what refunds it. Answers the same when asked again.
 */
export function abandon(
  { db }: Pick<Deps, 'db'>,
  kind: CheckKind,
  onEnded: (id: string) => void,
): RequestHandler<typeof imageRequests.abandon> {
  return async ({ operationId: id, reason }, { requestId }) => {
    const undone =
      reason === 'refused'
        ? await deleteUntouched(db, kind, id)
        : await failUntouched(db, kind, id, requestId);
    if (undone && reason === 'unknown') onEnded(id);
    return { outcome: !undone && (await wasTaken(db, kind, id)) ? 'too_late' : 'abandoned' };
  };
}
