import { type AccountRows, planAnew } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import { appendRemovals } from './removals.ts';
import type { Db } from './tables.ts';

/** Rows that uploads of an account have, in parts that an index finds. */
export const uploadRows = {
  stored: { table: 'uploads', condition: sql<boolean>`purged_at is null` },
  purged: { table: 'uploads', condition: sql<boolean>`purged_at is not null` },
  policies: { table: 'upload_policies', condition: sql<boolean>`direct_key is null` },
  directForms: { table: 'upload_policies', condition: sql<boolean>`direct_key is not null` },
  usage: { table: 'upload_usage' },
} as const satisfies Readonly<Record<string, AccountRows>>;

/**
 * Has stored files of an account removed after the commit; their rows may go once they are. They expire as well, so that
 * one whose removal fails is removed later.
 */
export async function removeUploads(db: Db, accountId: string, limit: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ key: string }>`${planAnew}
      update uploads set remove_at = now() where key = any(array(
        select key from uploads
        where account_id = ${accountId} and purged_at is null and claim_id is null
          and remove_at > now() + interval '10 minutes'
        limit ${limit}::bigint for update))
      returning key`.execute(trx);
    await appendRemovals(
      trx,
      rows.map(({ key }) => key),
    );
  });
}

/** An uploaded file that is still stored. */
export interface StoredFile {
  readonly key: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly kind: UploadKind;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  readonly createdAt: Date;
}

/** Lists stored files of an account in the order of their keys, at most `limit` after the key `after`. */
export async function storedFiles(
  db: Db,
  accountId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly StoredFile[]> {
  const { rows } = await sql<StoredFile>`${planAnew}
    select key, site_id as "siteId", tenant_id as "tenantId", kind, content_type as "contentType",
      size_bytes::float8 as "sizeBytes", created_at as "createdAt"
    from uploads where account_id = ${accountId} and key > ${after ?? ''} and purged_at is null and claim_id is null
    order by key limit ${limit}::bigint`.execute(db);
  return rows;
}
