import { idPattern, type MemberRole, type SiteId, sites } from '@redline/contracts';

/** A route of a site that the console passes on. */
interface PassedRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  readonly role: MemberRole;
}

const textId = idPattern('text').source.slice(1, -1);

/** The routes that are passed on; no other is, whatever the API has. */
const passed: readonly PassedRoute[] = [
  { method: 'GET', path: /^account$/, role: 'viewer' },
  { method: 'GET', path: /^text\/checks$/, role: 'viewer' },
  { method: 'GET', path: new RegExp(`^text/checks/${textId}$`), role: 'viewer' },
  { method: 'POST', path: /^text\/checks$/, role: 'editor' },
  { method: 'POST', path: /^text\/checks\/quote$/, role: 'editor' },
  { method: 'POST', path: new RegExp(`^text/checks/${textId}/fix$`), role: 'editor' },
  { method: 'POST', path: new RegExp(`^text/checks/${textId}/fix/quote$`), role: 'editor' },
  { method: 'DELETE', path: new RegExp(`^text/checks/${textId}$`), role: 'editor' },
];

/** A request that is passed on: to which path of the API, and from which role on. */
export interface Passed {
  readonly method: PassedRoute['method'];
  readonly siteId: SiteId;
  readonly path: string;
  readonly role: MemberRole;
}

/**
 * Finds the route of the API that a request is passed on to; undefined if there is none.
 * @param path behind the site, without query, undecoded: what is encoded matches nothing
 */
export function passedTo(method: string, siteId: string, path: string): Passed | undefined {
  const site = sites.find(({ id }) => id === siteId);
  const route = passed.find((one) => one.method === method && one.path.test(path));
  if (!site || !route) return undefined;
  return { method: route.method, siteId: site.id, path: `${site.prefix}/${path}`, role: route.role };
}
