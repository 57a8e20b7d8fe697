import { isTestScope, type Scope, type SiteId, siteIds } from '@redline/contracts';

/**
 * Where the grants, charges and usage of a scope are kept: on its site, or, of test keys, on a site of their own beside it,
 * so that whatever reads the one does not see the other.
 */
export type LedgerSite = SiteId | `${SiteId}:test`;

/** Returns the site in the ledger of a scope. */
export const ledgerSiteOf = ({ siteId, tenantId }: Pick<Scope, 'siteId' | 'tenantId'>): LedgerSite =>
  isTestScope({ tenantId }) ? `${siteId}:test` : siteId;

/** Returns the site of the contract that a site in the ledger belongs to; undefined if there is none. */
export const siteOfLedger = (ledgerSite: string): SiteId | undefined =>
  siteIds.find((siteId) => ledgerSite === siteId || ledgerSite === `${siteId}:test`);
