import { type SiteId, siteIds } from '@redline/contracts';
import type { NewCharge } from './charging.ts';

/** A charge that leaves less than the threshold. */
export interface LowCredits {
  readonly operationId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  /** Credits that can be spent after it. */
  readonly balance: number;
}

/**
 * Finds the charges of a batch that leave an account with less than a threshold, each after those before it. Allowances of
 * test keys are no credits, and what costs nothing takes none.
 * @param threshold in credits
 */
export function findLowCredits(charges: readonly NewCharge[], threshold: number): readonly LowCredits[] {
  const spent = new Map<string, number>();
  return charges.flatMap(({ operationId, accountId, ledgerSite, amount, balance }) => {
    const siteId = siteIds.find((id) => id === ledgerSite);
    if (siteId === undefined || amount === 0) return [];
    const payer = `${accountId} ${siteId}`;
    const total = (spent.get(payer) ?? 0) + amount;
    spent.set(payer, total);
    const left = balance - total;
    return left < threshold ? [{ operationId, accountId, siteId, balance: left }] : [];
  });
}
