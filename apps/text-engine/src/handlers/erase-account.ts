import { type erasureRequests, leftCountMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { eraseAccountHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { accountRows } from '../store/account-rows.ts';
import { removeChecks } from '../store/remove-checks.ts';

/**
 * Erases what this service has of an account: checks with their texts, rewrites, words and their switches, dismissed
 * notices, counts. Lists of words that replicas have compiled are evicted by their size, and no check uses them any more.
 */
export function eraseAccount({
  db,
  wakeRelay,
}: Pick<Deps, 'db' | 'wakeRelay'>): RequestHandler<(typeof erasureRequests)['text-engine']> {
  return eraseAccountHandler(db, {
    countedMax: leftCountMax,
    onRemoved: wakeRelay,
    planOf: ({ requestId }) => ({
      steps: [
        {
          ...accountRows.listedChecks,
          remove: (accountId, limit) => removeChecks(db, accountId, { limit, requestId }),
        },
        accountRows.deletedChecks,
        accountRows.endedRewrites,
        // Cancelled with its check, by the first step of this request or of the next one.
        { ...accountRows.runningRewrites, remove: false },
        accountRows.words,
        accountRows.wordBuckets,
        accountRows.wordScopes,
        accountRows.dismissals,
      ],
      last: [accountRows.wordAccounts, accountRows.counts],
    }),
  });
}
