import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { readIdentity } from '../store/accounts.ts';
import { noAccount } from './no-account.ts';

/** Answers who an account is, also one that was closed. */
export const accountIdentity =
  ({ db }: Pick<Deps, 'db'>): RequestHandler<typeof billingRequests.accountIdentity> =>
  async ({ accountId, operator }, { log }) => {
    const identity = await readIdentity(db, accountId);
    if (!identity) return noAccount(accountId);
    log.info({ accountId, operator }, 'an operator reads who an account is, as an export begins');
    const { createdAt, closedAt, ...rest } = identity;
    const times = { createdAt: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null };
    return { outcome: 'found', accountId, ...rest, ...times };
  };
