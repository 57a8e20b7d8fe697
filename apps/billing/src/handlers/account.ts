import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { monthOf } from '../domain/month.ts';
import { planInForce } from '../domain/plans.ts';
import { readAccount } from '../store/read-account.ts';

/** "The part that expires within 7 days" (document 3, account). */
const expiringSoonMs = 7 * 86_400_000;

export const account =
  ({ db, now }: Deps): RequestHandler<typeof billingRequests.account> =>
  async ({ accountId, siteId }) => {
    const at = now();
    const soon = new Date(at.getTime() + expiringSoonMs);
    const state = await readAccount(db, { accountId, siteId }, at, soon);
    if (!state) return { outcome: 'not_found' };
    const { credits, expiring, usage } = state;
    const { plan, isPaid, renewsAt } = planInForce(siteId, state.subscription, at);
    return {
      outcome: 'found',
      facts: {
        credits: {
          total: credits.subscription + credits.activity + credits.booster,
          ...credits,
          expiringSoon: expiring && {
            amount: expiring.amount,
            expiresAt: expiring.expiresAt.toISOString(),
          },
        },
        subscription: { plan: plan.name, isPaid, renewsAt: renewsAt?.toISOString() ?? null },
        usageThisMonth: {
          since: monthOf(at).toISOString(),
          textChecks: usage.text_check,
          videoChecks: usage.video_check,
          imageChecks: usage.image_check,
          batches: usage.batch,
        },
      },
    };
  };
