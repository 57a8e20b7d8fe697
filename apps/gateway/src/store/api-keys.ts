import type { SiteId } from '@redline/contracts';
import { type Kysely, sql } from 'kysely';
import type { KeyFacts } from '../domain/api-key.ts';
import type { GatewayTables } from './tables.ts';

/** Finds a key by its hash, revoked and expired ones too; undefined if there is none. */
export async function findKeyByHash(db: Kysely<GatewayTables>, hash: Buffer): Promise<KeyFacts | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select(['id', 'account_id', 'site_id', 'expires_at', 'revoked_at'])
    .where('key_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    keyId: row.id,
    accountId: row.account_id,
    siteId: row.site_id,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revoked: row.revoked_at !== null,
  };
}

export interface NewKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly expiresAt: Date | null;
}

export async function insertKey(db: Kysely<GatewayTables>, key: NewKey): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: key.keyId,
      account_id: key.accountId,
      site_id: key.siteId,
      key_hash: key.hash,
      prefix: key.prefix,
      expires_at: key.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** Revokes a key; one that was revoked before keeps its time. Returns false if there is none of this id. */
export async function revokeKey(db: Kysely<GatewayTables>, keyId: string): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', keyId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lists the keys of an account, newest first. */
export async function listKeys(db: Kysely<GatewayTables>, accountId: string, limit: number) {
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'site_id', 'prefix', 'created_at', 'expires_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    keyId: row.id,
    siteId: row.site_id,
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}
