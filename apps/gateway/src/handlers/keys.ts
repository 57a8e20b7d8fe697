import { randomBytes } from 'node:crypto';
import { type gatewayRequests, idPrefixes, keyRevokedBroadcast } from '@redline/contracts';
import { type Bus, broadcast, type RequestHandlers } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Kysely } from 'kysely';
import { planOf } from '../clients/billing.ts';
import { keyOf, keySecretBytes } from '../domain/api-key.ts';
import { insertKey, listKeys, revokeKey } from '../store/api-keys.ts';
import { type KeyCache, keyHashOf } from '../store/key-cache.ts';
import type { GatewayTables } from '../store/tables.ts';

const listedMax = 1_000;

const refused = (code: 'not_found' | 'plan_required' | 'invalid_request', message: string) => ({
  outcome: 'refused' as const,
  code,
  message,
});

/**
 * Returns the handlers of the operator's CLI. Issuing a key depends on the plan at that time; issued keys stay valid.
 */
export function keyHandlers(deps: {
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly keys: KeyCache;
}): Pick<RequestHandlers<typeof gatewayRequests>, 'keyCreate' | 'keyRevoke' | 'keyList'> {
  const { bus, db, keys } = deps;
  return {
    async keyCreate({ accountId, siteId, expiresAt, force }, { requestId }) {
      if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
        return refused('invalid_request', 'expiresAt must lie in the future');
      }
      const plan = await planOf(bus, { accountId, siteId }, requestId);
      if (!plan) return refused('not_found', `there is no account ${accountId}`);
      if (!plan.mayIssueKeys && !force) {
        const needed = plan.keysFrom ? `the plan ${plan.keysFrom} or a higher one` : 'a higher plan';
        const message = `API keys need ${needed}; the account's plan on the site ${siteId} is ${plan.plan}`;
        return refused('plan_required', message);
      }
      const { key, prefix } = keyOf(randomBytes(keySecretBytes));
      const keyId = createId(idPrefixes.key);
      const expires = expiresAt === null ? null : new Date(expiresAt);
      await insertKey(db, { keyId, accountId, siteId, hash: keyHashOf(key), prefix, expiresAt: expires });
      return { outcome: 'created', keyId, key };
    },

    async keyRevoke({ keyId }) {
      if (!(await revokeKey(db, keyId))) return { outcome: 'not_found' };
      keys.drop(keyId);
      broadcast(bus, keyRevokedBroadcast, { keyId });
      return { outcome: 'revoked' };
    },

    async keyList({ accountId }) {
      return { outcome: 'listed', keys: await listKeys(db, accountId, listedMax) };
    },
  };
}
