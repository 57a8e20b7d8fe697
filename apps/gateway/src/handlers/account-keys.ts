import {
  type accountKeyRequests,
  type gatewayRequests,
  type MemberRole,
  roleReaches,
} from '@redline/contracts';
import type { RequestHandlers } from '@redline/service-kit/bus';
import type { Delegation, ReadDelegation } from '../domain/delegation.ts';

interface AccountKeyDeps {
  readonly readDelegation: ReadDelegation;
  /** Uses a delegation up; false if it was used before. */
  readonly useDelegation: (delegation: Delegation) => Promise<boolean>;
  /** Returns the account of a key; undefined if there is no such key. */
  readonly accountOfKey: (keyId: string) => Promise<string | undefined>;
  /** The operator's requests, which are about any account. */
  readonly keys: Pick<
    RequestHandlers<typeof gatewayRequests>,
    'keyCreate' | 'keyRevoke' | 'keyReroll' | 'keyRename' | 'keyList'
  >;
}

const refused = <C extends 'unauthorized' | 'forbidden' | 'not_found'>(code: C, message: string) =>
  ({ outcome: 'refused', code, message }) as const;
type Refused = ReturnType<typeof refused>;

/**
 * Returns the handlers of the console's requests: the operator's, within the account of a delegation, for the role that
 * each needs. Reading takes any role, the rest an admin and a delegation that was not used before.
 */
export function accountKeyHandlers({
  keys,
  ...deps
}: AccountKeyDeps): RequestHandlers<typeof accountKeyRequests> {
  const ofAccount = async (keyId: string, { accountId }: Delegation) =>
    (await deps.accountOfKey(keyId)) === accountId
      ? undefined
      : refused('not_found', `there is no key ${keyId}`);
  const reader = (token: string) => readWith(deps, token, 'viewer');
  const admin = async (token: string) => {
    const read = await readWith(deps, token, 'admin');
    if ('outcome' in read) return read;
    return (await deps.useDelegation(read))
      ? read
      : refused('unauthorized', 'the delegation was used before');
  };
  return {
    async list({ delegation }, context) {
      const read = await reader(delegation);
      return 'outcome' in read ? read : keys.keyList({ accountId: read.accountId }, context);
    },

    async create({ delegation, ...wish }, context) {
      const read = await admin(delegation);
      if ('outcome' in read) return read;
      return keys.keyCreate({ ...wish, accountId: read.accountId, force: false }, context);
    },

    async rename({ delegation, keyId, name }, context) {
      const read = await admin(delegation);
      if ('outcome' in read) return read;
      const missing = await ofAccount(keyId, read);
      if (missing) return missing;
      await keys.keyRename({ keyId, name }, context);
      return { outcome: 'renamed' };
    },

    async reroll({ delegation, keyId, overlapSeconds }, context) {
      const read = await admin(delegation);
      if ('outcome' in read) return read;
      return (await ofAccount(keyId, read)) ?? keys.keyReroll({ keyId, overlapSeconds }, context);
    },

    async revoke({ delegation, keyId }, context) {
      const read = await admin(delegation);
      if ('outcome' in read) return read;
      const missing = await ofAccount(keyId, read);
      if (missing) return missing;
      await keys.keyRevoke({ keyId }, context);
      return { outcome: 'revoked' };
    },
  };
}

async function readWith(
  { readDelegation }: Pick<AccountKeyDeps, 'readDelegation'>,
  token: string,
  needed: MemberRole,
): Promise<Delegation | Refused> {
  const read = await readDelegation(token);
  if (!read) return refused('unauthorized', 'the delegation is wrong or too old');
  if (roleReaches(read.role, needed)) return read;
  return refused('forbidden', `this takes the role ${needed}; yours is ${read.role}`);
}
