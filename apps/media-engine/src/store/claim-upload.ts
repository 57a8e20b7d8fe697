import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import { isWithin, type UploadQuota } from '../domain/uploads/quota.ts';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { Db, Trx } from './tables.ts';
import { usageOf } from './upload-usage.ts';

export interface Claim {
  readonly key: string;
  /** Id of the receiver; no other can finish the claim. */
  readonly claimId: string;
}

export interface StoredUpload {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

/** The result of a claim; `stored` is null for a file that was posted to the store directly. */
export type Claimed =
  | { readonly outcome: 'claimed' }
  | { readonly outcome: 'stored'; readonly stored: StoredUpload | null }
  | { readonly outcome: 'receiving' }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'purged' };

export interface ClaimedFor {
  readonly scope: Scope;
  readonly kind: UploadKind;
  /** The bytes that the file may have; they count for its account until it is stored, or the claim is settled. */
  readonly reservedBytes: number;
  readonly quota: UploadQuota;
  readonly leaseMs: number;
}

/**
 * Claims a key for a file that is about to be received, and room for it. A stored file is never overwritten, so that a
 * checked file stays the same. An expired claim, whose engine died, may be taken over.
 */
export async function claimUpload(db: Db, claim: Claim, upload: ClaimedFor): Promise<Claimed> {
  const { scope, quota } = upload;
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await insertClaim(trx, claim, upload))) return existingAt(trx, claim.key);
      // The insert has locked the row of the account: whoever claims at the same time is counted before or after.
      if (isWithin(quota, await usageOf(trx, scope.accountId))) return { outcome: 'claimed' };
      throw new AccountFull();
    });
  } catch (error) {
    if (error instanceof AccountFull) return { outcome: 'full' };
    throw error;
  }
}

/** Rolls a claim back. */
class AccountFull extends Error {}

/** Returns false if the key is taken. */
async function insertClaim(trx: Trx, { key, claimId }: Claim, upload: ClaimedFor): Promise<boolean> {
  const { scope, kind, reservedBytes, leaseMs } = upload;
  const lease = sql`now() + ${leaseMs} * interval '1 millisecond'`;
  const { rows } = await sql`
    insert into uploads as old (key, account_id, site_id, tenant_id, kind, claim_id, lease_until, reserved_bytes)
    values (${key}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${kind}, ${claimId}, ${lease},
      ${reservedBytes})
    on conflict (key) do update set claim_id = excluded.claim_id, lease_until = excluded.lease_until,
      reserved_bytes = excluded.reserved_bytes
    where old.claim_id is not null and old.lease_until < now()
    returning key`.execute(trx);
  return rows.length > 0;
}

async function existingAt(db: Db, key: string): Promise<Claimed> {
  const row = await db
    .selectFrom('uploads')
    .select(['claim_id', 'purged_at', 'content_type', 'size_bytes', 'sha256'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row || row.claim_id !== null) return { outcome: 'receiving' };
  if (row.purged_at !== null) return { outcome: 'purged' };
  const { content_type: contentType, size_bytes: sizeBytes, sha256 } = row;
  const isKnown = contentType !== null && sizeBytes !== null && sha256 !== null;
  return {
    outcome: 'stored',
    stored: isKnown ? { contentType, sizeBytes: Number(sizeBytes), sha256 } : null,
  };
}

/**
 * Completes a claim with the received file.
 * @param keptForMs after that the file is removed
 * @returns false if another receiver has the claim by now
 */
export async function storeUpload(
  db: Db,
  { key, claimId }: Claim,
  stored: Omit<StoredUpload, 'sha256'> & { readonly sha256: Buffer | null },
  keptForMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({
      claim_id: null,
      lease_until: null,
      reserved_bytes: null,
      content_type: stored.contentType,
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
      remove_at: sql<Date>`least(remove_at, created_at + ${keptForMs} * interval '1 millisecond')`,
    })
    .where('key', '=', key)
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases a key whose file was not received. */
export async function releaseUpload(db: Db, { key, claimId }: Claim): Promise<void> {
  await db.deleteFrom('uploads').where('key', '=', key).where('claim_id', '=', claimId).execute();
}

/** Returns claims that have expired, because their engine died. */
export async function expiredClaims(db: Db, limit: number): Promise<Claim[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['key', 'claim_id'])
    .where('claim_id', 'is not', null)
    .where('lease_until', '<', sql<Date>`now()`)
    .orderBy('lease_until')
    .limit(limit)
    .execute();
  return rows.map(({ key, claim_id }) => ({ key, claimId: claim_id ?? '' }));
}
