import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { catalogue } from '../domain/catalogue.ts';
import { planNamed } from '../domain/plans.ts';
import { accountExists, upsertSubscription } from '../store/accounts.ts';
import { noAccount } from './no-account.ts';

export const planSet =
  ({ db, now }: Deps): RequestHandler<typeof billingRequests.planSet> =>
  async ({ accountId, siteId, plan, renewsAt }) => {
    const site = catalogue[siteId];
    if (!planNamed(site, plan)) {
      const names = site.plans.map(({ name }) => name).join(', ');
      return {
        outcome: 'refused',
        code: 'invalid_request',
        message: `plan: the site ${siteId} has no plan ${JSON.stringify(plan)}; it has ${names}`,
      };
    }
    if (!(await accountExists(db, accountId))) return noAccount(accountId);
    const ends = renewsAt === null ? null : new Date(renewsAt);
    await upsertSubscription(db, { accountId, siteId, plan, renewsAt: ends }, now());
    return { outcome: 'set', plan };
  };
