import { delegation } from '@redline/contracts';
import { jwtVerify } from 'jose';
import { clockToleranceSeconds, delegationOf, type ReadDelegation } from '../domain/delegation.ts';

/**
 * Creates a reader of the console's delegations.
 * @param secrets any of them may have signed; several while one takes the place of another
 */
export function createDelegationReader(secrets: readonly string[]): ReadDelegation {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  return async (token) => {
    for (const key of keys) {
      const payload = await verified(token, key);
      if (payload) return delegationOf(payload);
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
