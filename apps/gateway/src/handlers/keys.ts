import { randomBytes } from 'node:crypto';
import { type gatewayRequests, idPrefixes, keyRevokedBroadcast } from '@redline/contracts';
import { type Bus, broadcast, type RequestHandlers } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Kysely } from 'kysely';
import { planOf } from '../clients/billing.ts';
import {
  endAfterReroll,
  type KeyMode,
  keyOf,
  keySecretBytes,
  type RerollFacts,
  rerollFault,
} from '../domain/api-key.ts';
import { insertKey, listKeys, renameKey, rerollKey, revokeKey } from '../store/api-keys.ts';
import { type KeyCache, keyHashOf } from '../store/key-cache.ts';
import type { GatewayTables } from '../store/tables.ts';

const listedMax = 1_000;

const refused = <C extends 'not_found' | 'plan_required' | 'invalid_request'>(code: C, message: string) =>
  ({ outcome: 'refused', code, message }) as const;

/** Makes a key: `key` goes to its owner, the rest is stored. */
function makeKey(mode: KeyMode) {
  const { key, prefix } = keyOf(randomBytes(keySecretBytes), mode);
  return { key, stored: { keyId: createId(idPrefixes.key), hash: keyHashOf(key), prefix } };
}

/**
 * Returns the handlers of the operator's CLI. Issuing a live key depends on the plan at that time, a test key needs none;
 * issued keys stay valid, and so does what is re-rolled of them.
 */
export function keyHandlers(deps: {
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly keys: KeyCache;
}): Pick<
  RequestHandlers<typeof gatewayRequests>,
  'keyCreate' | 'keyRevoke' | 'keyReroll' | 'keyRename' | 'keyList'
> {
  const { bus, db, keys } = deps;
  const dropEverywhere = (keyId: string) => {
    keys.drop(keyId);
    broadcast(bus, keyRevokedBroadcast, { keyId });
  };
  return {
    async keyCreate({ accountId, siteId, mode, name, expiresAt, force }, { requestId }) {
      if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
        return refused('invalid_request', 'expiresAt must lie in the future');
      }
      const plan = await planOf(bus, { accountId, siteId }, requestId);
      if (!plan) return refused('not_found', `there is no account ${accountId}`);
      if (mode === 'live' && !plan.mayIssueKeys && !force) {
        const needed = plan.keysFrom ? `the plan ${plan.keysFrom} or a higher one` : 'a higher plan';
        const message = `API keys need ${needed}; the account's plan on the site ${siteId} is ${plan.plan}; it may have test keys`;
        return refused('plan_required', message);
      }
      const { key, stored } = makeKey(mode);
      const expires = expiresAt === null ? null : new Date(expiresAt);
      await insertKey(db, { ...stored, accountId, siteId, name, expiresAt: expires });
      return { outcome: 'created', keyId: stored.keyId, key };
    },

    async keyRevoke({ keyId }) {
      if (!(await revokeKey(db, keyId))) return { outcome: 'not_found' };
      dropEverywhere(keyId);
      return { outcome: 'revoked' };
    },

    async keyReroll({ keyId, overlapSeconds }) {
      const nowMs = Date.now();
      const decide = (facts: RerollFacts) => {
        const fault = rerollFault(keyId, facts, nowMs);
        if (fault !== undefined) return { fault };
        const { key, stored: next } = makeKey(facts.mode);
        return { endsAt: new Date(endAfterReroll(facts.expiresAtMs, nowMs, overlapSeconds)), next, key };
      };
      const rerolled = await rerollKey(db, keyId, decide);
      if (!rerolled) return refused('not_found', `there is no key ${keyId}`);
      if ('fault' in rerolled) return refused('invalid_request', rerolled.fault);
      // Caches have the end that it had before.
      dropEverywhere(keyId);
      const previousExpiresAt = rerolled.endsAt.toISOString();
      const { key, next } = rerolled;
      return { outcome: 'rerolled', keyId: next.keyId, key, previousKeyId: keyId, previousExpiresAt };
    },

    async keyRename({ keyId, name }) {
      return { outcome: (await renameKey(db, keyId, name)) ? 'renamed' : 'not_found' };
    },

    async keyList({ accountId }) {
      return { outcome: 'listed', keys: await listKeys(db, accountId, listedMax) };
    },
  };
}
