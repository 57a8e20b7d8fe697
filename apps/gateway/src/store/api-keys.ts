import type { SiteId } from '@redline/contracts';
import { type Kysely, sql } from 'kysely';
import { type KeyFacts, modeOf, type RerollFacts } from '../domain/api-key.ts';
import type { GatewayTables } from './tables.ts';

/** Finds a key by its hash, revoked and expired ones too; undefined if there is none. */
export async function findKeyByHash(db: Kysely<GatewayTables>, hash: Buffer): Promise<KeyFacts | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select(['id', 'account_id', 'site_id', 'prefix', 'expires_at', 'revoked_at'])
    .where('key_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    keyId: row.id,
    accountId: row.account_id,
    siteId: row.site_id,
    mode: modeOf(row.prefix),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revoked: row.revoked_at !== null,
  };
}

export interface NewKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly siteId: SiteId;
  /** Undefined for the name by default. */
  readonly name: string | undefined;
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
      ...(key.name === undefined ? {} : { name: key.name }),
      key_hash: key.hash,
      prefix: key.prefix,
      expires_at: key.expiresAt,
      last_used_at: null,
      revoked_at: null,
      rerolled_to: null,
    })
    .execute();
}

/** Returns the account of a key; undefined if there is none of this id. */
export async function accountOfKey(db: Kysely<GatewayTables>, keyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('api_key').select('account_id').where('id', '=', keyId).executeTakeFirst();
  return row?.account_id;
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

/** Gives a key another name. Returns false if there is none of this id. */
export async function renameKey(db: Kysely<GatewayTables>, keyId: string, name: string): Promise<boolean> {
  const result = await db.updateTable('api_key').set({ name }).where('id', '=', keyId).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The part of a new key that is made for its re-roll; the rest is that of the key in whose place it comes. */
export type RerolledKey = Pick<NewKey, 'keyId' | 'hash' | 'prefix'>;

/** When the old key of a re-roll ends, or why it cannot be re-rolled. */
export type RerollDecision =
  | { readonly endsAt: Date; readonly next: RerolledKey }
  | { readonly fault: string };

/**
 * Puts a new key in the place of another in one transaction. The row of the old one is locked, so that of two re-rolls at
 * the same time the second one sees the first.
 * @param decide looks at the old key and makes the new one
 * @returns what was decided; undefined if there is no key of this id
 */
export async function rerollKey<D extends RerollDecision>(
  db: Kysely<GatewayTables>,
  keyId: string,
  decide: (facts: RerollFacts) => D,
): Promise<D | undefined> {
  return db.transaction().execute(async (trx) => {
    const old = await trx
      .selectFrom('api_key')
      .select(['account_id', 'site_id', 'name', 'prefix', 'expires_at', 'revoked_at', 'rerolled_to'])
      .where('id', '=', keyId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!old) return undefined;
    const decision = decide({
      mode: modeOf(old.prefix),
      expiresAtMs: old.expires_at?.getTime() ?? null,
      revoked: old.revoked_at !== null,
      rerolledTo: old.rerolled_to,
    });
    if ('fault' in decision) return decision;
    await insertKey(trx, {
      ...decision.next,
      accountId: old.account_id,
      siteId: old.site_id,
      name: old.name,
      expiresAt: old.expires_at,
    });
    await trx
      .updateTable('api_key')
      .set({ expires_at: decision.endsAt, rerolled_to: decision.next.keyId })
      .where('id', '=', keyId)
      .execute();
    return decision;
  });
}

/** Lists the keys of an account, newest first. */
export async function listKeys(db: Kysely<GatewayTables>, accountId: string, limit: number) {
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'name', 'site_id', 'prefix', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .select('rerolled_to')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    keyId: row.id,
    name: row.name,
    siteId: row.site_id,
    mode: modeOf(row.prefix),
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    rerolledTo: row.rerolled_to,
  }));
}
