import type { SiteId } from '@redline/contracts';
import { tenantIdPattern } from '@redline/contracts';
import type { KeyFacts } from './api-key.ts';

/** The caller of a request, as far as it is known. */
export type Caller =
  | { readonly kind: 'key'; readonly facts: KeyFacts }
  | { readonly kind: 'none'; readonly reason: 'missing' | 'unknown' | 'revoked' | 'expired' }
  /** The key store did not answer: the key may be valid, so this is not a 401. */
  | { readonly kind: 'undecided' };

export type Access =
  | { readonly allowed: true; readonly facts: KeyFacts }
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
