import type { imageRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { ownUploadKey } from '../domain/uploads/upload-dir.ts';
import type { CheckKind } from '../store/check-kinds.ts';
import { deleteCheck } from '../store/delete-check.ts';
import { appendRemovals } from '../store/removals.ts';
import type { Trx } from '../store/tables.ts';

/**
 * Deletes a check of the scope; one that is still processing is cancelled, and its credits are refunded. If the file is an
 * upload of the scope, it is removed after the reply.
 * @param more.onCancelled called after the commit with the id of a check that was still processing
 * @param more.endFirst ends the work at a check that is completed but still open
 * @param more.alsoRemove removes what else belongs to a check of this kind
 */
export function deleteOne(
  { db, cdnHost, wakeRelay }: Pick<Deps, 'db' | 'cdnHost' | 'wakeRelay'>,
  kind: CheckKind,
  more: {
    readonly onCancelled?: (id: string) => void;
    readonly endFirst?: (trx: Trx, check: Parameters<typeof deleteCheck>[2]) => Promise<unknown>;
    readonly alsoRemove?: (trx: Trx, id: string) => Promise<void>;
  } = {},
): RequestHandler<typeof imageRequests.delete> {
  return async ({ scope, id }, { requestId }) => {
    const deleted = await db.transaction().execute(async (trx) => {
      const check = { id, scope, requestId };
      await more.endFirst?.(trx, check);
      const gone = await deleteCheck(trx, kind, check);
      const upload = gone && ownUploadKey(cdnHost, gone.url, scope);
      if (upload) await appendRemovals(trx, [upload]);
      if (gone) await more.alsoRemove?.(trx, id);
      return gone;
    });
    if (!deleted) return { outcome: 'not_found' };
    wakeRelay();
    if (deleted.isCancelled) more.onCancelled?.(id);
    return { outcome: 'deleted' };
  };
}
