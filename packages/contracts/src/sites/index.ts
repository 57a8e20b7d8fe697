import { id } from './id.ts';
import { main } from './main.ts';
import type { SiteId } from './site.ts';
import { siteIds } from './site.ts';
import { us } from './us.ts';

/** The international sites whose contract is served. */
export const internationalSites = [us, id] as const;

/** All sites that are served. */
export const sites = [...internationalSites, main] as const;

/** Path prefixes of all sites, served or not: a key of one is refused under another's. */
const prefixes: Record<SiteId, string> = { us: us.prefix, id: id.prefix, main: main.prefix };

/**
 * Which site a path belongs to.
 * @param path path of the URL, without query
 * @returns the site; `unknown` below `/v1/intl/` with a site there is none of; `none` outside `/v1`
 */
export function siteOfPath(path: string): SiteId | 'unknown' | 'none' {
  const [, version, intl, site] = path.split('/');
  if (version !== 'v1') return 'none';
  if (intl !== 'intl') return 'main';
  return siteIds.find((id) => id !== 'main' && prefixes[id] === `/v1/intl/${site}`) ?? 'unknown';
}
