import type { SiteId } from '@redline/contracts';
import { catalogue, type Plan, type SiteCatalogue } from './catalogue.ts';

/** A plan as it was set; a paid one is valid until `renewsAt`, or without an end if that is null. */
export interface Subscription {
  readonly plan: string;
  readonly renewsAt: Date | null;
}

/** The current plan, with its features. */
export interface PlanInForce {
  readonly plan: Plan;
  readonly renewsAt: Date | null;
  readonly isPaid: boolean;
  readonly mayIssueKeys: boolean;
  readonly mayBatch: boolean;
  /** The lowest plans of the site with a feature. */
  readonly from: Pick<SiteCatalogue, 'keysFrom' | 'batchesFrom' | 'paidFrom'>;
}

/**
 * Returns the current plan: without a subscription, or with one that was not renewed in time, the site's lowest.
 * @throws Error if the stored plan is not in the catalogue: a plan that accounts have must never be removed from it
 */
export function planInForce(siteId: SiteId, subscription: Subscription | null, now: Date): PlanInForce {
  const site = catalogue[siteId];
  const runs = subscription !== null && (subscription.renewsAt === null || subscription.renewsAt > now);
  const plan = runs ? planNamed(site, subscription.plan) : site.plans[0];
  if (!plan) throw new Error(`the catalogue of ${siteId} has no plan ${subscription?.plan}`);
  const reaches = (name: string) => rankOf(site, plan.name) >= rankOf(site, name);
  return {
    plan,
    renewsAt: runs ? subscription.renewsAt : null,
    isPaid: reaches(site.paidFrom),
    mayIssueKeys: reaches(site.keysFrom),
    mayBatch: reaches(site.batchesFrom),
    from: site,
  };
}

/** Finds a plan of a site by its name; undefined if the site has no such plan. */
export const planNamed = (site: SiteCatalogue, name: string): Plan | undefined =>
  site.plans.find((plan) => plan.name === name);

const rankOf = (site: SiteCatalogue, name: string) => site.plans.findIndex((plan) => plan.name === name);
