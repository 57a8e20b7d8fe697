import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { isKnownAccount } from '../store/accounts.ts';
import { listGrants } from '../store/list-grants.ts';
import { noAccount } from './no-account.ts';

/** Lists the grants of an account on all sites, spent and expired ones too. */
export const grantsList =
  ({ db }: Pick<Deps, 'db'>): RequestHandler<typeof billingRequests.grantsList> =>
  async ({ accountId, limit, after }) => {
    if (!(await isKnownAccount(db, accountId))) return noAccount(accountId);
    const found = await listGrants(db, accountId, { after, limit: limit + 1 });
    const grants = found.slice(0, limit).map(({ createdAt, expiresAt, ...grant }) => ({
      ...grant,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }));
    return { outcome: 'listed', grants, hasMore: found.length > limit };
  };
