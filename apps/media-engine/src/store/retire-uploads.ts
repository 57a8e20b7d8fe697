import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { Db } from './tables.ts';

const retryAfter = sql`interval '10 minutes'`;

/** Enters a file that reached the store past this service, so that it is removed in its time like any other. */
export async function adoptUpload(
  db: Db,
  file: {
    readonly key: string;
    readonly scope: Scope;
    readonly kind: UploadKind;
    readonly contentType: string;
    readonly sizeBytes: number;
  },
  keptForMs: number,
): Promise<void> {
  const { key, scope, kind, contentType, sizeBytes } = file;
  await sql`
    insert into uploads (key, account_id, site_id, tenant_id, kind, content_type, size_bytes, remove_at)
    values (${key}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${kind}, ${contentType}, ${sizeBytes},
      now() + ${keptForMs} * interval '1 millisecond')
    on conflict (key) do nothing`.execute(db);
}

/** Keys whose files are to be removed. */
export async function uploadsToRemove(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('key')
    .where('remove_at', '<=', sql<Date>`now()`)
    .where('purged_at', 'is', null)
    .where('claim_id', 'is', null)
    .orderBy('remove_at')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Notes that the file of an upload is gone, in its time or with its check. */
export async function markPurged(db: Db, key: string): Promise<void> {
  await db.updateTable('uploads').set({ purged_at: sql<Date>`now()` }).where('key', '=', key).execute();
}

/** Puts a file that could not be removed behind all others. */
export async function postponeRemoval(db: Db, key: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ remove_at: sql<Date>`now() + ${retryAfter}` })
    .where('key', '=', key)
    .execute();
}

/**
 * Forgets files that went so long ago. Their keys may be used again from then on.
 * @returns how many were forgotten, `limit` at most
 */
export async function forgetUploads(db: Db, goneForMs: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from uploads where key = any(array(
      select key from uploads where purged_at < now() - ${goneForMs}::float8 * interval '1 ms'
      order by purged_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Which of some uploads have been removed, for as many records as a page has. */
export async function purgedUploads(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('uploads')
    .select('key')
    .where('key', '=', sql<string>`any(${keys})`)
    .where('purged_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ key }) => key));
}
