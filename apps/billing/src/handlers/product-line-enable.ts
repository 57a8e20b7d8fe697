import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { accountExists, enableProductLine } from '../store/accounts.ts';
import { noAccount } from './no-account.ts';

export const productLineEnable =
  ({ db }: Deps): RequestHandler<typeof billingRequests.productLineEnable> =>
  async ({ accountId, line }) => {
    if (!(await accountExists(db, accountId))) return noAccount(accountId);
    await enableProductLine(db, accountId, line);
    return { outcome: 'enabled' };
  };
