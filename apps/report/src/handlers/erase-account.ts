import { type erasureRequests, leftCountMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { eraseAccountHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { accountRows } from '../store/account-rows.ts';

/** Erases the reports of an account, with their sections. One that is being written is waited for: it takes minutes. */
export const eraseAccount = ({ db }: Pick<Deps, 'db'>): RequestHandler<(typeof erasureRequests)['report']> =>
  eraseAccountHandler(db, {
    countedMax: leftCountMax,
    planOf: () => ({
      steps: [accountRows.ended, { ...accountRows.running, remove: false }],
    }),
  });
