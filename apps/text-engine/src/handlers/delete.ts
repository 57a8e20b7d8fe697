import type { textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { deleteCheck } from '../store/delete-check.ts';

/** Deletes a check of the scope; one that is still processing is cancelled by that, and its credits come back. */
export function deleteOne({
  db,
  wakeRelay,
}: Pick<Deps, 'db' | 'wakeRelay'>): RequestHandler<typeof textRequests.delete> {
  return async ({ scope, id }, { requestId }) => {
    const outcome = await db.transaction().execute((trx) => deleteCheck(trx, { id, scope, requestId }));
    if (outcome === 'not_found') return { outcome };
    wakeRelay();
    return { outcome: 'deleted' };
  };
}
