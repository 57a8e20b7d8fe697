import type { Scope } from '@redline/contracts';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { GatewayTables } from './tables.ts';

/**
 * Opens a tenant scope unless it is open. Exact under concurrency: the update locks the row of the key, and a scope above
 * the limit is rolled back.
 * @param keyId null for a member of an organisation, who opens none
 * @returns false if the key has already opened `limit` other scopes
 */
export async function openScope(
  db: Kysely<GatewayTables>,
  scope: Scope,
  keyId: string | null,
  limit: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('tenant_scope')
    .select(sql<number>`1`.as('one'))
    .where('account_id', '=', scope.accountId)
    .where('site_id', '=', scope.siteId)
    .where('tenant_id', '=', scope.tenantId)
    .executeTakeFirst();
  if (found) return true;
  if (keyId === null) return false;
  try {
    await db.transaction().execute(async (trx) => {
      const inserted = await trx
        .insertInto('tenant_scope')
        .values({
          account_id: scope.accountId,
          site_id: scope.siteId,
          tenant_id: scope.tenantId,
          opened_by: keyId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 0n) return;
      const counted = await trx
        .updateTable('api_key')
        .set((eb) => ({ scopes_opened: eb('scopes_opened', '+', 1) }))
        .where('id', '=', keyId)
        .where('scopes_opened', '<', limit)
        .executeTakeFirst();
      if (counted.numUpdatedRows === 0n) throw new ScopeLimitError();
    });
    return true;
  } catch (error) {
    if (error instanceof ScopeLimitError) return false;
    throw error;
  }
}

/** Thrown to roll the transaction back; never leaves this file. */
class ScopeLimitError extends Error {}

const openScopesMax = 100_000;

/**
 * Creates a cache of open scopes, which never close.
 * @param open opens a scope that is not in the cache
 */
export function createScopeCache(open: (scope: Scope, keyId: string | null) => Promise<boolean>) {
  const seen = new LRUCache<string, true>({ max: openScopesMax });
  return async (scope: Scope, keyId: string | null): Promise<boolean> => {
    if (scope.tenantId === '') return true;
    const name = `${scope.accountId} ${scope.siteId} ${scope.tenantId}`;
    if (seen.has(name)) return true;
    const isOpen = await open(scope, keyId);
    if (isOpen) seen.set(name, true);
    return isOpen;
  };
}
