import type { SiteId } from '@redline/contracts';

/** What a key stands for, as it was read from the store. */
export interface KeyFacts {
  readonly keyId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  readonly expiresAtMs: number | null;
  readonly revoked: boolean;
}

/** Bytes of chance in a key; documents 1 and 4 ask for 32 or more. */
export const keySecretBytes = 32;
const keyStart = 'svc_live_';
const shownLength = keyStart.length + 4;
const keyPattern = /^svc_live_[A-Za-z0-9_-]{43,128}$/;

/**
 * A key as its owner sees it, once.
 * @param secret at least `keySecretBytes` bytes from a cryptographic source
 * @returns `key`, and the `prefix` by which it may be recognised ever after
 */
export function keyOf(secret: Buffer): { readonly key: string; readonly prefix: string } {
  const key = keyStart + secret.toString('base64url');
  return { key, prefix: key.slice(0, shownLength) };
}

/**
 * The key of an `Authorization` header (RFC 6750: the scheme's case does not matter).
 * @returns undefined when there is none of the right form; such a header needs no look-up
 */
export function keyInHeader(authorization: string | undefined): string | undefined {
  const match = /^bearer +(\S+)$/i.exec(authorization ?? '');
  return match?.[1] && keyPattern.test(match[1]) ? match[1] : undefined;
}

/** Why a key that was found does not open anything now; undefined when it does. */
export function keyFault(facts: KeyFacts, nowMs: number): 'revoked' | 'expired' | undefined {
  if (facts.revoked) return 'revoked';
  return facts.expiresAtMs !== null && facts.expiresAtMs <= nowMs ? 'expired' : undefined;
}
