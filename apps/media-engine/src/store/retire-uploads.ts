import type { Scope } from '@redline/contracts';
import { idTimeMs } from '@redline/service-kit/ids';
import { sql } from 'kysely';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { Db } from './tables.ts';

const retryAfter = sql`interval '10 minutes'`;

/**
 * Inserts a file that was posted to the store directly, so that it expires and counts like any other. One that was posted
 * over an upload of its key, as a direct form may for five minutes, has its size and type from then on.
 */
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
    insert into uploads as old (key, account_id, site_id, tenant_id, kind, content_type, size_bytes, remove_at)
    values (${key}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${kind}, ${contentType}, ${sizeBytes},
      now() + ${keptForMs} * interval '1 millisecond')
    on conflict (key) do update set
      content_type = excluded.content_type, size_bytes = excluded.size_bytes, sha256 = null
    where old.claim_id is null and old.purged_at is null
      and (old.size_bytes, old.content_type) is distinct from (excluded.size_bytes, excluded.content_type)`.execute(
    db,
  );
}

/** Returns keys of expired files. */
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

/**
 * Marks an upload whose file is removed, because it expired or its check was deleted. One that is being received under the
 * same key is not: its file is stored afterwards, counts, and expires by itself.
 */
export async function markPurged(db: Db, key: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ purged_at: sql<Date>`now()` })
    .where('key', '=', key)
    .where('claim_id', 'is', null)
    .execute();
}

/** Postpones the removal of a file, so that one that fails comes after all others. */
export async function postponeRemoval(db: Db, key: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ remove_at: sql<Date>`now() + ${retryAfter}` })
    .where('key', '=', key)
    .execute();
}

/**
 * Deletes the rows of files that were removed so long ago. Their keys may then be used again.
 * @returns the number of deleted rows, `limit` at most
 */
export async function deleteUploadRows(db: Db, goneForMs: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from uploads where key = any(array(
      select key from uploads where purged_at < now() - ${goneForMs}::float8 * interval '1 ms'
      order by purged_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Returns which of some uploads have been removed. */
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

/** Returns which of some uploads are stored and were there before an id was made. */
export async function storedBefore(db: Db, keys: readonly string[], id: string): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from uploads where key = any(${keys}::text[]) and purged_at is null and claim_id is null
      and created_at < to_timestamp(${idTimeMs(id)}::float8 / 1000)`.execute(db);
  return rows.map(({ key }) => key);
}
