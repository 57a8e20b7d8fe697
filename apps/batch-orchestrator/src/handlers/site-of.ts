import type { Site, SiteId } from '@redline/contracts';

/** The site of a scope, among those that are checked here. */
export const siteOf = (sites: readonly Site[], siteId: SiteId): Site | undefined =>
  sites.find(({ id }) => id === siteId);
