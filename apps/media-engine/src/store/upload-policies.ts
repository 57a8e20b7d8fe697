import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import { isWithin, type UploadQuota, withDirect } from '../domain/uploads/quota.ts';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { Db } from './tables.ts';
import { usageOf } from './upload-usage.ts';

export interface IssuedPolicy {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: UploadKind;
  readonly expiresAt: Date;
  /** The key that a form posted to the store directly may write, and how much; null if there is no such form. */
  readonly direct: { readonly key: string; readonly maxBytes: number } | null;
}

/**
 * Inserts the owner of a policy: the policy itself, which browsers see, does not contain it.
 * @returns whether its direct form fits into the quota; if not, the policy is inserted without one
 */
export async function insertPolicy(
  db: Db,
  policy: IssuedPolicy,
  quota: UploadQuota,
): Promise<{ readonly isDirect: boolean }> {
  const { id, scope, kind, expiresAt, direct } = policy;
  const whose = { account_id: scope.accountId, site_id: scope.siteId, tenant_id: scope.tenantId };
  const form = { direct_key: direct?.key ?? null, direct_bytes: direct?.maxBytes ?? null };
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('upload_policies')
      .values({ id, ...whose, kind, expires_at: expiresAt, ...form })
      .execute();
    if (!direct) return { isDirect: false };
    // The insert has locked the row of the account.
    const isDirect = isWithin(quota, withDirect(await usageOf(trx, scope.accountId)));
    if (!isDirect) {
      const without = { direct_key: null, direct_bytes: null };
      await trx.updateTable('upload_policies').set(without).where('id', '=', id).execute();
    }
    return { isDirect };
  });
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

export interface EndedPolicy extends Pick<IssuedPolicy, 'id' | 'scope' | 'kind'> {
  /** The key of its direct form; null if it had none. */
  readonly directKey: string | null;
}

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
