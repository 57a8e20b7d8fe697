import type { BillItem, SiteId } from '@redline/contracts';

/** What a plan gives, and what it pays for one of each item, in credits. */
export interface Plan {
  readonly name: string;
  /** Custom words of the account, over all sites and tenants. */
  readonly wordLimit: number;
  readonly prices: Readonly<Record<BillItem, number>>;
}

/** The plans of one site, and from which of them on a feature is open. */
export interface SiteCatalogue {
  /** Low to high. The first is what an account without a running subscription has. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly keysFrom: string;
  readonly batchesFrom: string;
  /** Custom words, and `isPaid` on the account. */
  readonly paidFrom: string;
}

const standardPrices = {
  text_check: 2,
  rewrite: 3,
  image_check: 2,
  video_second: 1,
  video_report: 10,
  batch: 0,
} as const;
const enterprisePrices = { ...standardPrices, text_check: 1, rewrite: 2 } as const;

const free: Plan = { name: 'free', wordLimit: 0, prices: standardPrices };
const standard: Plan = { name: 'standard', wordLimit: 200, prices: standardPrices };
const premium: Plan = { name: 'premium', wordLimit: 2_000, prices: standardPrices };
const flagship: Plan = { name: 'flagship', wordLimit: 2_000, prices: standardPrices };
const enterprise: Plan = { name: 'enterprise', wordLimit: 20_000, prices: enterprisePrices };

/** One entry for each site. No other place in the product knows a price. */
export const catalogue: Readonly<Record<SiteId, SiteCatalogue>> = {
  us: {
    plans: [free, standard, premium, enterprise],
    keysFrom: 'premium',
    batchesFrom: 'premium',
    paidFrom: 'standard',
  },
  id: {
    plans: [free, standard, flagship, enterprise],
    keysFrom: 'flagship',
    batchesFrom: 'flagship',
    paidFrom: 'standard',
  },
  main: {
    plans: [free, standard, premium, enterprise],
    keysFrom: 'premium',
    batchesFrom: 'enterprise',
    paidFrom: 'standard',
  },
};

/** How often an account may use a product line that was not enabled for it. */
export const trialUsesMax = 3;
