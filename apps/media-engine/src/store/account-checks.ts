import type { Scope } from '@redline/contracts';
import { type AccountRows, planAnew, scopeColumn } from '@redline/service-kit/db';
import { type RawBuilder, sql } from 'kysely';
import { type CheckKind, checkKinds, isOpenVideo } from './check-kinds.ts';
import { removeEndedChecks } from './remove-ended-checks.ts';
import type { Db } from './tables.ts';

/** A check of an account that is being erased. */
export interface AccountCheck {
  readonly id: string;
  readonly scope: Scope;
  /** There is work left at it. */
  readonly isOpen: boolean;
}

/** Rows of checks, in two parts, each with an index by account. */
export const checkParts = {
  listed: sql<boolean>`listed`,
  unlisted: sql<boolean>`not listed`,
} as const;
/** Counts of lists. */
export const countRows: AccountRows = { table: 'media_counts' };

export type CheckPart = keyof typeof checkParts;

/**
 * A check of the main site is no client's until it has ended, and is listed then: it ends by itself, and goes after that.
 * An item of a batch may be deleted before.
 */
const mayGo: Readonly<Record<CheckPart, RawBuilder<boolean>>> = {
  listed: sql<boolean>`listed`,
  unlisted: sql<boolean>`not listed and (deleted_at is not null or batch_id is not null)`,
};

/** Reads checks of an account that can be deleted. */
export async function checksOfAccount(
  db: Db,
  kind: CheckKind,
  accountId: string,
  { part, limit }: { readonly part: CheckPart; readonly limit: number },
): Promise<readonly AccountCheck[]> {
  const isOpen = kind.table === checkKinds.video.table ? isOpenVideo : sql`status = 'processing'`;
  const { rows } = await sql<AccountCheck>`${planAnew}
    select id, ${scopeColumn}, ${isOpen} as "isOpen" from ${sql.table(kind.table)}
    where account_id = ${accountId} and ${mayGo[part]} limit ${limit}::bigint`.execute(db);
  return rows;
}

/**
 * Deletes checks of an account by their ids, as far as they have ended. No event tells of them, since nobody asks for them
 * any more; files of uploads are removed as such.
 * @returns how many were there
 */
export async function deleteEnded(db: Db, kind: CheckKind, ids: readonly string[]): Promise<number> {
  const which = sql<boolean>`id = any(${ids}::text[])`;
  const limit = ids.length;
  const removed = await db.transaction().execute((trx) => removeEndedChecks(trx, kind, { which, limit }));
  return removed.length;
}
