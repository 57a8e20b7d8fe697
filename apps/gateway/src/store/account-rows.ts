import type { SiteId } from '@redline/contracts';
import type { AccountRows } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from './tables.ts';

/** The rows of an account. */
export const accountRows = {
  validKeys: { table: 'api_key', condition: sql<boolean>`revoked_at is null` },
  revokedKeys: { table: 'api_key', condition: sql<boolean>`revoked_at is not null` },
  endedOperations: { table: 'idempotency', condition: sql<boolean>`lease_until < now()` },
  /** Until then the answer to a request that is under way is written to its row. */
  runningOperations: { table: 'idempotency', condition: sql<boolean>`lease_until >= now()` },
  scopes: { table: 'tenant_scope' },
} as const satisfies Readonly<Record<string, AccountRows>>;

/**
 * Revokes keys of an account that are not revoked yet.
 * @returns their ids, at most `limit`
 */
export async function revokeKeysOf(
  db: Kysely<GatewayTables>,
  accountId: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    update api_key set revoked_at = now() where id = any(array(
      select id from api_key where account_id = ${accountId} and revoked_at is null limit ${limit}::bigint))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface OpenedScope {
  readonly siteId: SiteId;
  readonly tenantId: string;
  readonly openedAt: Date;
}

/** Lists tenant scopes of an account in the order of site and tenant, at most `limit` after the scope `after`. */
export async function listScopes(
  db: Kysely<GatewayTables>,
  accountId: string,
  {
    after,
    limit,
  }: {
    readonly after: { readonly siteId: string; readonly tenantId: string } | null;
    readonly limit: number;
  },
): Promise<readonly OpenedScope[]> {
  const { rows } = await sql<OpenedScope>`
    select site_id as "siteId", tenant_id as "tenantId", opened_at as "openedAt" from tenant_scope
    where account_id = ${accountId} and (site_id, tenant_id) > (${after?.siteId ?? ''}, ${after?.tenantId ?? ''})
    order by site_id, tenant_id limit ${limit}::bigint`.execute(db);
  return rows;
}
