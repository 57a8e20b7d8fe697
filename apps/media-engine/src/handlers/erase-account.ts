import { type erasureRequests, leftCountMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { RemovalStep } from '@redline/service-kit/db';
import { eraseAccountHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import {
  type CheckPart,
  checkParts,
  checksOfAccount,
  countRows,
  deleteEnded,
} from '../store/account-checks.ts';
import { removeUploads, uploadRows } from '../store/account-uploads.ts';
import { checkKinds } from '../store/check-kinds.ts';
import { imageHandlers } from './image-requests.ts';
import { videoHandlers } from './video-requests.ts';

/** Cancelled in one request: each is a transaction of its own, and an account has few that are under way. */
const cancelledMax = 50;

/**
 * Erases what this service has of an account: checks with what was found, pictures of frames, uploaded files, credentials
 * for uploads, counts. A check that is under way is deleted as by its client, which cancels and refunds it; one of the
 * main site that nobody can delete yet is waited for, and so is a form that may still be posted to the store directly.
 */
export function eraseAccount(deps: Deps): RequestHandler<(typeof erasureRequests)['media-engine']> {
  const { db, wakeRelay } = deps;
  const deletes = { image: imageHandlers(deps).delete, video: videoHandlers(deps).delete };
  type Context = Parameters<typeof deletes.image>[1];

  const removing =
    (name: keyof typeof checkKinds, part: CheckPart, context: Context) =>
    async (accountId: string, limit: number): Promise<number> => {
      const kind = checkKinds[name];
      const checks = await checksOfAccount(db, kind, accountId, { part, limit });
      const open = checks.filter(({ isOpen }) => isOpen).slice(0, cancelledMax);
      for (const { id, scope } of open) await deletes[name]({ id, scope }, context);
      const ended = checks.flatMap(({ id, isOpen }) => (isOpen ? [] : [id]));
      return open.length + (await deleteEnded(db, kind, ended));
    };

  const checkSteps = (context: Context): RemovalStep[] =>
    (['image', 'video'] as const).flatMap((name) =>
      (['listed', 'unlisted'] as const).map((part) => ({
        table: checkKinds[name].table,
        condition: checkParts[part],
        remove: removing(name, part, context),
      })),
    );

  return eraseAccountHandler(db, {
    countedMax: leftCountMax,
    onRemoved: wakeRelay,
    planOf: (context: Context) => ({
      steps: [
        ...checkSteps(context),
        {
          ...uploadRows.stored,
          async remove(accountId, limit) {
            await removeUploads(db, accountId, limit);
            return 0;
          },
        },
        uploadRows.purged,
        // Without its row a credential is refused.
        uploadRows.policies,
        // The store itself takes a direct form until it expires; then its file is found, and removed as an upload.
        { ...uploadRows.directForms, remove: false },
      ],
      last: [countRows, uploadRows.usage],
    }),
  });
}
