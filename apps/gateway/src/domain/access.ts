import type { SiteId } from '@redline/contracts';
import { tenantIdPattern } from '@redline/contracts';
import type { KeyFacts } from './api-key.ts';
import type { Delegation } from './delegation.ts';

/** The credential that a request is admitted by: a key, or for a member of an organisation none. */
export type CallerFacts = Pick<KeyFacts, 'accountId' | 'siteId' | 'mode'> & { readonly keyId: string | null };

/** The caller of a request, as far as it is known. */
export type Caller =
  | { readonly kind: 'key'; readonly facts: KeyFacts }
  /** A member of an organisation, by a delegation at the internal listener. */
  | { readonly kind: 'member'; readonly delegation: Delegation }
  | { readonly kind: 'none'; readonly reason: keyof typeof reasons }
  /** The key store did not answer: the key may be valid, so this is not a 401. */
  | { readonly kind: 'undecided' };

export type Access =
  | { readonly allowed: true; readonly facts: CallerFacts }
  | {
      readonly allowed: false;
      readonly code: 'unauthorized' | 'not_found' | 'internal';
      readonly message: string;
    };

const reasons = {
  missing: 'send an API key as Authorization: Bearer svc_live_…, or svc_test_…',
  unknown: 'this API key is not known',
  revoked: 'this API key was revoked',
  expired: 'this API key has expired',
  undelegated: 'the delegation is missing, wrong or too old',
} as const;

/**
 * Decides whether a caller may access the routes of a site, existing or not.
 * @param site of the path below /v1; `unknown` is 404 whatever the key
 */
export function accessTo(site: SiteId | 'unknown', caller: Caller): Access {
  if (site === 'unknown') return { allowed: false, code: 'not_found', message: 'there is no such site' };
  if (caller.kind === 'undecided') {
    const message = 'the API key could not be looked up; it is safe to retry';
    return { allowed: false, code: 'internal', message };
  }
  if (caller.kind === 'none')
    return { allowed: false, code: 'unauthorized', message: reasons[caller.reason] };
  if (caller.kind === 'member') {
    const { accountId, siteId } = caller.delegation;
    if (siteId !== site)
      return { allowed: false, code: 'unauthorized', message: `the delegation is not for the site ${site}` };
    return { allowed: true, facts: { accountId, siteId: site, mode: 'live', keyId: null } };
  }
  if (caller.facts.siteId !== site) {
    const message = `this API key belongs to the site ${caller.facts.siteId}, not to ${site}`;
    return { allowed: false, code: 'unauthorized', message };
  }
  return { allowed: true, facts: caller.facts };
}

/**
 * Parses the `X-End-Tenant` header.
 * @returns '' for the key owner's own scope; undefined if the header is invalid
 */
export function tenantOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return '';
  return typeof header === 'string' && tenantIdPattern.test(header) ? header : undefined;
}
