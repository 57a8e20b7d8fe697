import type { SiteId } from '@redline/contracts';

/** The stored facts of a key. */
export interface KeyFacts {
  readonly keyId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  readonly expiresAtMs: number | null;
  readonly revoked: boolean;
}

/** Random bytes of a key; documents 1 and 4 require at least 32. */
export const keySecretBytes = 32;
const keyStart = 'svc_live_';
const shownLength = keyStart.length + 4;
const keyPattern = /^svc_live_[A-Za-z0-9_-]{43,128}$/;

/**
 * Formats a key.
 * @param secret at least `keySecretBytes` bytes from a cryptographic source
 * @returns `key`, which is shown once, and the `prefix` by which it is recognised later
 */
export function keyOf(secret: Buffer): { readonly key: string; readonly prefix: string } {
  const key = keyStart + secret.toString('base64url');
  return { key, prefix: key.slice(0, shownLength) };
}

/**
 * Parses the key of an `Authorization` header (RFC 6750: the scheme is case-insensitive).
 * @returns undefined if there is none of the right form; such a header needs no look-up
 */
export function keyInHeader(authorization: string | undefined): string | undefined {
  const match = /^bearer +(\S+)$/i.exec(authorization ?? '');
  return match?.[1] && keyPattern.test(match[1]) ? match[1] : undefined;
}

/** Returns why a known key is not valid now; undefined if it is. */
export function keyFault(facts: KeyFacts, nowMs: number): 'revoked' | 'expired' | undefined {
  if (facts.revoked) return 'revoked';
  return facts.expiresAtMs !== null && facts.expiresAtMs <= nowMs ? 'expired' : undefined;
}
