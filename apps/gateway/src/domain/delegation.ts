import { type DelegationClaims, delegation, delegationClaims } from '@redline/contracts';

/** A delegation whose signature, times and claims are right; whether it was used before is not known here. */
export interface Delegation extends DelegationClaims {
  /** The id that is to be used once, by what changes anything. */
  readonly id: string;
  /** Until when it is accepted, in ms since 1970. */
  readonly expiresAtMs: number;
}

/** Reads a delegation; undefined if it is not one, or not for here, or not now. */
export type ReadDelegation = (token: string) => Promise<Delegation | undefined>;

/** The clocks of two machines may differ by so much. */
export const clockToleranceSeconds = 5;
const idPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * Reads the claims of a token whose signature is right.
 * @returns undefined if one is missing or wrong, or it would last longer than a delegation may
 */
export function delegationOf(payload: Readonly<Record<string, unknown>>): Delegation | undefined {
  const claims = delegationClaims.safeParse(payload);
  const { jti, exp, iat } = payload;
  if (!claims.success || typeof jti !== 'string' || !idPattern.test(jti)) return undefined;
  if (typeof exp !== 'number' || typeof iat !== 'number') return undefined;
  if (exp - iat > delegation.secondsMax) return undefined;
  return { ...claims.data, id: jti, expiresAtMs: (exp + clockToleranceSeconds) * 1_000 };
}
