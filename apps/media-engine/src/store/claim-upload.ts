import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { Db } from './tables.ts';

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
  | { readonly outcome: 'purged' };

/**
 * Claims a key for a file that is about to be received. A stored file is never overwritten, so that a checked file stays
 * the same. An expired claim, whose engine died, may be taken over.
 */
export async function claimUpload(
  db: Db,
  { key, claimId }: Claim,
  upload: { readonly scope: Scope; readonly kind: UploadKind; readonly leaseMs: number },
): Promise<Claimed> {
  const { scope, kind, leaseMs } = upload;
  const lease = sql`now() + ${leaseMs} * interval '1 millisecond'`;
  const { rows } = await sql`
    insert into uploads as old (key, account_id, site_id, tenant_id, kind, claim_id, lease_until)
    values (${key}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${kind}, ${claimId}, ${lease})
    on conflict (key) do update set claim_id = excluded.claim_id, lease_until = excluded.lease_until
    where old.claim_id is not null and old.lease_until < now()
    returning key`.execute(db);
  return rows.length > 0 ? { outcome: 'claimed' } : existingAt(db, key);
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
