import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { readIdentity } from '../store/accounts.ts';
import { noAccount } from './no-account.ts';

/** Answers who an account is, also one that was closed. */
export const accountIdentity =
  ({ db }: Pick<Deps, 'db'>): RequestHandler<typeof billingRequests.accountIdentity> =>
  async ({ accountId }) => {
    const identity = await readIdentity(db, accountId);
    if (!identity) return noAccount(accountId);
    return { outcome: 'found', accountId, ...identity, createdAt: identity.createdAt.toISOString() };
  };
