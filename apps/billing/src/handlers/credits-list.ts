import { type billingRequests, creditsListMax } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { accountExists } from '../store/accounts.ts';
import { listSpendable } from '../store/list-grants.ts';
import { noAccount } from './no-account.ts';

/** Lists the grants that an account can spend on a site, in the order in which they are spent. */
export const creditsList =
  ({ db, now }: Pick<Deps, 'db' | 'now'>): RequestHandler<typeof billingRequests.creditsList> =>
  async ({ accountId, siteId }) => {
    if (!(await accountExists(db, accountId))) return noAccount(accountId);
    const grants = await listSpendable(db, { accountId, siteId }, now(), creditsListMax);
    return {
      outcome: 'listed',
      grants: grants.map(({ createdAt, expiresAt, ...grant }) => ({
        ...grant,
        expiresAt: expiresAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      })),
    };
  };
