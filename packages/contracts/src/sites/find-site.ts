import type { SiteId } from './index.ts';
import type { Site } from './site.ts';

/** Returns the site with an id among those that a service works for; undefined if it does not work for that site. */
export const findSite = (sites: readonly Site[], id: SiteId): Site | undefined =>
  sites.find((site) => site.id === id);
