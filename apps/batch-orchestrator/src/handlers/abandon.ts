import type { batchRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { deleteUntouched, wasTaken } from '../store/abandon-batch.ts';
import { untouched } from '../store/change-batch.ts';
import { happen } from './happen.ts';

/**
 * Undoes a submission that nobody has begun to hand out. A refused one leaves nothing; one whose outcome is unknown
 * fails with all of its items, because its charge may exist and their failed events are what refunds it. Answers the same
 * when asked again.
 */
export function abandon(deps: Deps): RequestHandler<typeof batchRequests.abandon> {
  const { db } = deps;
  const fail = async (id: string, requestId: string) => {
    const event = { type: 'given_up', reason: 'abandoned' } as const;
    return (await happen(deps, id, event, { requestId, condition: untouched })) !== undefined;
  };
  return async ({ operationId: id, reason }, { requestId }) => {
    const undone = reason === 'refused' ? await deleteUntouched(db, id) : await fail(id, requestId);
    return { outcome: !undone && (await wasTaken(db, id)) ? 'too_late' : 'abandoned' };
  };
}
