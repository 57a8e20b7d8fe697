import { id } from './id.ts';
import { main } from './main.ts';
import { us } from './us.ts';

/** The international sites. A site is its file and its name here; see docs/adding-a-site.md. */
export const internationalSites = [us, id] as const;

/** All sites. */
export const sites = [...internationalSites, main] as const;

/** Ids of the sites. A key, a subscription and a history belong to exactly one. */
export type SiteId = (typeof sites)[number]['id'];
export const siteIds = sites.map((site) => site.id) as [SiteId, ...SiteId[]];

/**
 * Returns the site that a path belongs to.
 * @param path path of the URL, without query
 * @returns the site; `unknown` below `/v1/intl/` if there is no such site; `none` outside `/v1`
 */
export function siteOfPath(path: string): SiteId | 'unknown' | 'none' {
  const [, version, intl, name] = path.split('/');
  if (version !== 'v1') return 'none';
  if (intl !== 'intl') return 'main';
  return internationalSites.find(({ prefix }) => prefix === `/v1/intl/${name}`)?.id ?? 'unknown';
}
