import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { Db } from './tables.ts';

export interface IssuedPolicy {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: UploadKind;
  readonly expiresAt: Date;
  /** The key that a form posted to the store directly may write; null if there is no such form. */
  readonly directKey: string | null;
}

/** Inserts the owner of a policy: the policy itself, which browsers see, does not contain it. */
export async function insertPolicy(db: Db, policy: IssuedPolicy): Promise<void> {
  const { id, scope, kind, expiresAt, directKey } = policy;
  const whose = { account_id: scope.accountId, site_id: scope.siteId, tenant_id: scope.tenantId };
  await db
    .insertInto('upload_policies')
    .values({ id, ...whose, kind, expires_at: expiresAt, direct_key: directKey })
    .execute();
}

/**
 * Counts one more file under a policy.
 * @returns the owner; undefined if the policy has `filesMax` files already, or is deleted
 */
export async function takeFromPolicy(db: Db, id: string, filesMax: number): Promise<Scope | undefined> {
  const row = await db
    .updateTable('upload_policies')
    .set({ files: sql<number>`files + 1` })
    .where('id', '=', id)
    .where('files', '<', filesMax)
    .returning(['account_id', 'site_id', 'tenant_id'])
    .executeTakeFirst();
  return (
    row && { accountId: row.account_id, siteId: row.site_id as Scope['siteId'], tenantId: row.tenant_id }
  );
}

export interface EndedPolicy extends Pick<IssuedPolicy, 'id' | 'scope' | 'kind' | 'directKey'> {}

/** Returns policies under which no file can be received any more: they expired longer ago than an upload may take. */
export async function endedPolicies(db: Db, endedForMs: number, limit: number): Promise<EndedPolicy[]> {
  const rows = await db
    .selectFrom('upload_policies')
    .select(['id', 'account_id', 'site_id', 'tenant_id', 'kind', 'direct_key'])
    .where('expires_at', '<', sql<Date>`now() - ${endedForMs} * interval '1 millisecond'`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scope: { accountId: row.account_id, siteId: row.site_id as Scope['siteId'], tenantId: row.tenant_id },
    kind: row.kind,
    directKey: row.direct_key,
  }));
}

export async function deletePolicy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_policies').where('id', '=', id).execute();
}
