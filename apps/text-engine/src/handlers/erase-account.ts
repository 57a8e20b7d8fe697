import { type erasureRequests, leftCountMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { eraseAccountHandler } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { removeChecks } from '../store/remove-checks.ts';

const isListed = sql<boolean>`deleted_at is null`;
const isDeleted = sql<boolean>`deleted_at is not null`;
/** Also one whose check is gone, which nobody could end any more. */
const hasEnded = sql<boolean>`(status <> 'processing'
  or not exists (select from text_checks where text_checks.id = rewrites.check_id))`;
const isRunning = sql<boolean>`(status = 'processing'
  and exists (select from text_checks where text_checks.id = rewrites.check_id))`;

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
          table: 'text_checks',
          condition: isListed,
          remove: (accountId, limit) => removeChecks(db, accountId, { limit, requestId }),
        },
        { table: 'text_checks', condition: isDeleted },
        { table: 'rewrites', condition: hasEnded },
        // Cancelled with its check, by the first step of this request or of the next one.
        { table: 'rewrites', condition: isRunning, remove: false },
        { table: 'custom_words' },
        { table: 'word_buckets' },
        { table: 'word_scopes' },
        { table: 'notice_dismissals' },
      ],
      last: [{ table: 'word_accounts' }, { table: 'text_check_counts' }],
    }),
  });
}
