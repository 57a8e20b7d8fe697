import { type DelegationClaims, delegation, delegationClaims } from '@redline/contracts';
import { jwtVerify } from 'jose';

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
const clockToleranceSeconds = 5;
const idPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * Creates a reader of delegations.
 * @param secrets any of them may have signed; several while one takes the place of another
 */
export function createDelegationReader(secrets: readonly string[]): ReadDelegation {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  return async (token) => {
    for (const key of keys) {
      const payload = await verified(token, key);
      if (payload) return read(payload);
    }
    return undefined;
  };
}

const verified = (token: string, key: Uint8Array) =>
  jwtVerify(token, key, {
    algorithms: [delegation.algorithm],
    issuer: delegation.issuer,
    audience: delegation.audience,
    maxTokenAge: delegation.secondsMax,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'iat', 'jti'],
  }).then(
    ({ payload }) => payload,
    () => undefined,
  );

function read(payload: Readonly<Record<string, unknown>>): Delegation | undefined {
  const claims = delegationClaims.safeParse(payload);
  const { jti, exp, iat } = payload;
  if (!claims.success || typeof jti !== 'string' || !idPattern.test(jti)) return undefined;
  if (typeof exp !== 'number' || typeof iat !== 'number') return undefined;
  if (exp - iat > delegation.secondsMax) return undefined;
  return { ...claims.data, id: jti, expiresAtMs: (exp + clockToleranceSeconds) * 1_000 };
}
