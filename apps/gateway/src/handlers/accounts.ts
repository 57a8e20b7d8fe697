import {
  type erasureRequests,
  exportPageMax,
  type gatewayRequests,
  keyRevokedBroadcast,
  leftCountMax,
} from '@redline/contracts';
import { type Bus, broadcast, type RequestHandler } from '@redline/service-kit/bus';
import { eraseAccountHandler } from '@redline/service-kit/records';
import type { Kysely } from 'kysely';
import { accountRows, listScopes, revokeKeysOf } from '../store/account-rows.ts';
import type { KeyCache } from '../store/key-cache.ts';
import type { GatewayTables } from '../store/tables.ts';

interface AccountDeps {
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly keys: KeyCache;
}

/**
 * Erases what the gateway has of an account. Keys are revoked first, on all replicas at once, so that nothing new is
 * accepted while its data goes; then answers to `Idempotency-Key`, tenant scopes and the keys themselves. Counts of rates
 * have no account and end with their minute.
 */
export function eraseAccount({
  bus,
  db,
  keys,
}: AccountDeps): RequestHandler<(typeof erasureRequests)['gateway']> {
  return eraseAccountHandler(db, {
    countedMax: leftCountMax,
    planOf: () => ({
      steps: [
        {
          ...accountRows.validKeys,
          async remove(accountId, limit) {
            const revoked = await revokeKeysOf(db, accountId, limit);
            for (const keyId of revoked) {
              keys.drop(keyId);
              broadcast(bus, keyRevokedBroadcast, { keyId });
            }
            return 0;
          },
        },
        accountRows.endedOperations,
        { ...accountRows.runningOperations, remove: false },
        accountRows.scopes,
      ],
      // Scopes name the key that opened them.
      last: [accountRows.revokedKeys],
    }),
  });
}

/** Lists the tenant scopes that an account has opened. */
export const scopeList =
  ({ db }: Pick<AccountDeps, 'db'>): RequestHandler<typeof gatewayRequests.scopeList> =>
  async ({ accountId, after }) => {
    const found = await listScopes(db, accountId, { after, limit: exportPageMax + 1 });
    const scopes = found
      .slice(0, exportPageMax)
      .map(({ openedAt, ...scope }) => ({ ...scope, openedAt: openedAt.toISOString() }));
    return { outcome: 'listed', scopes, hasMore: found.length > exportPageMax };
  };
