import type { SiteId } from '@redline/contracts';

/** Mode of a key: charges of a `test` key are paid from a daily allowance, and it acts in scopes of its own. */
export type KeyMode = 'live' | 'test';

/** The stored facts of a key. */
export interface KeyFacts {
  readonly keyId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  readonly mode: KeyMode;
  readonly expiresAtMs: number | null;
  readonly revoked: boolean;
}

/** Random bytes of a key; documents 1 and 4 require at least 32. */
export const keySecretBytes = 32;
const keyStarts = { live: 'svc_live_', test: 'svc_test_' } as const satisfies Record<KeyMode, string>;
const shownSecret = 4;
const keyPattern = /^svc_(?:live|test)_[A-Za-z0-9_-]{43,128}$/;

/**
 * Formats a key.
 * @param secret at least `keySecretBytes` bytes from a cryptographic source
 * @returns `key`, which is shown once, and the `prefix` by which it is recognised later
 */
export function keyOf(secret: Buffer, mode: KeyMode): { readonly key: string; readonly prefix: string } {
  const start = keyStarts[mode];
  const key = start + secret.toString('base64url');
  return { key, prefix: key.slice(0, start.length + shownSecret) };
}

/** Returns the mode of a key, by the first characters of it that are stored. */
export const modeOf = (prefix: string): KeyMode => (prefix.startsWith(keyStarts.test) ? 'test' : 'live');

/**
 * Parses the key of an `Authorization` header (RFC 6750: the scheme is case-insensitive).
 * @returns undefined if there is none of the right form; such a header needs no look-up
 */
export function keyInHeader(authorization: string | undefined): string | undefined {
  const match = /^bearer +(\S+)$/i.exec(authorization ?? '');
  return match?.[1] && keyPattern.test(match[1]) ? match[1] : undefined;
}

/** Facts of a key that decide whether it can be re-rolled. */
export interface RerollFacts {
  readonly mode: KeyMode;
  readonly expiresAtMs: number | null;
  readonly revoked: boolean;
  /** The id of the key that an earlier re-roll made in its place. */
  readonly rerolledTo: string | null;
}

/**
 * Returns why a key cannot be re-rolled, as a sentence for the operator; undefined if it can. It can be once: of a key
 * whose re-roll was answered to nobody the new key is re-rolled, so that no two new keys work.
 */
export function rerollFault(keyId: string, facts: RerollFacts, nowMs: number): string | undefined {
  const { expiresAtMs, revoked, rerolledTo } = facts;
  if (revoked) return `the key ${keyId} is revoked; create a key`;
  if (rerolledTo !== null)
    return `the key ${keyId} was re-rolled before, to ${rerolledTo}; if nobody has that key, re-roll ${rerolledTo} with an overlap of 0`;
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return `the key ${keyId} has expired; create a key`;
  return undefined;
}

/** Returns when a re-rolled key ends, in ms since 1970: after the overlap, or as before if that is sooner. */
export const endAfterReroll = (expiresAtMs: number | null, nowMs: number, overlapSeconds: number): number =>
  Math.min(expiresAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapSeconds * 1_000);

/** Returns why a known key is not valid now; undefined if it is. */
export function keyFault(facts: KeyFacts, nowMs: number): 'revoked' | 'expired' | undefined {
  if (facts.revoked) return 'revoked';
  return facts.expiresAtMs !== null && facts.expiresAtMs <= nowMs ? 'expired' : undefined;
}
