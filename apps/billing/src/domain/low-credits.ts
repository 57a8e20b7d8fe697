import { type SiteId, siteIds } from '@redline/contracts';
import type { NewCharge } from './charging.ts';

/** A charge after which an account may have less than the threshold on a site. */
export interface LowCredits {
  readonly operationId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
}

/**
 * Finds, for each account and site of a batch of charges, the one after which credits may be low: the first that leaves less
 * than the threshold by what was read, otherwise the last that leaves less than twice as much, since others may have
 * charged the account since. Which are, is decided where they are written. Allowances of test keys are no credits, and what
 * costs nothing takes none.
 * @param threshold in credits; 0 for never
 */
export function findLowCredits(charges: readonly NewCharge[], threshold: number): readonly LowCredits[] {
  const spent = new Map<string, number>();
  const found = new Map<string, LowCredits & { readonly isLow: boolean }>();
  for (const { operationId, accountId, ledgerSite, amount, balance } of charges) {
    const siteId = siteIds.find((id) => id === ledgerSite);
    if (siteId === undefined || amount === 0) continue;
    const payer = `${accountId} ${siteId}`;
    const total = (spent.get(payer) ?? 0) + amount;
    spent.set(payer, total);
    const left = balance - total;
    if (left >= 2 * threshold || found.get(payer)?.isLow) continue;
    found.set(payer, { operationId, accountId, siteId, isLow: left < threshold });
  }
  return [...found.values()].map(({ isLow: _, ...low }) => low);
}
