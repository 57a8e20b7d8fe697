import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { planInForce } from '../domain/plans.ts';
import { readSubscription } from '../store/accounts.ts';

export const plan =
  ({ db, now }: Deps): RequestHandler<typeof billingRequests.plan> =>
  async ({ accountId, siteId }) => {
    const account = await readSubscription(db, accountId, siteId);
    if (!account) return { outcome: 'not_found' };
    const { plan, isPaid, mayIssueKeys, mayBatch, from } = planInForce(siteId, account.subscription, now());
    return {
      outcome: 'found',
      plan: plan.name,
      isPaid,
      mayIssueKeys,
      mayBatch,
      paidFrom: from.paidFrom,
      keysFrom: from.keysFrom,
      wordLimit: plan.wordLimit,
    };
  };
