import { allowanceDayOf, type SiteId, testLimits } from '@redline/contracts';
import { ledgerSiteOf } from './ledger-site.ts';
import type { SpendableGrant } from './spending.ts';

/** The grant that pays the charges of test keys of an account on a site on one day (UTC). */
export interface Allowance {
  /** Made of what it is for, so that there is one. */
  readonly grantId: string;
  readonly accountId: string;
  /** The site in the ledger. */
  readonly ledgerSite: string;
  readonly amount: number;
  readonly expiresAt: Date;
}

/** Returns the allowance of a scope of test keys at a time. */
export function allowanceOf(
  scope: { readonly accountId: string; readonly siteId: SiteId; readonly tenantId: string },
  at: Date,
): Allowance {
  const { accountId } = scope;
  const ledgerSite = ledgerSiteOf(scope);
  const { day, endsAt } = allowanceDayOf(at);
  const grantId = `${accountId}/${ledgerSite}/${day}`;
  return { grantId, accountId, ledgerSite, amount: testLimits.dailyCredits, expiresAt: endsAt };
}

/**
 * Returns an allowance as a grant that can be spent.
 * @param remaining credits; null if nothing has been charged to it yet
 */
export const spendable = (
  { grantId, amount, expiresAt }: Allowance,
  remaining: number | null,
): SpendableGrant => ({ id: grantId, remaining: remaining ?? amount, expiresAtMs: expiresAt.getTime() });
