import type { BillItem, SiteId } from '@redline/contracts';

/** A plan: its limits, and its prices in credits for one of each item. */
export interface Plan {
  readonly name: string;
  /** Maximum custom words of the account, over all sites and tenants. */
  readonly wordLimit: number;
  readonly prices: Readonly<Record<BillItem, number>>;
}

/** The plans of one site, and the lowest plan of each feature. */
export interface SiteCatalogue {
  /** From low to high. The first is the plan of an account without a current subscription. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly keysFrom: string;
  readonly batchesFrom: string;
  /** The lowest plan with custom words, and `isPaid` on the account. */
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

/** The plans of each site. Prices are defined here only. */
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

/** The number of trial uses of a product line that is not enabled. */
export const trialUsesMax = 3;
