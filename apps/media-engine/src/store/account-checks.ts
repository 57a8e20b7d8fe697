import type { Scope } from '@redline/contracts';
import { type AccountRows, planAnew, scopeColumn } from '@redline/service-kit/db';
import { type RawBuilder, sql } from 'kysely';
import { type CheckKind, checkKinds, isOpenVideo } from './check-kinds.ts';
import { appendRemovals } from './removals.ts';
import type { Db } from './tables.ts';
import { framesPrefix } from './video-ends.ts';

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
 * Deletes the rows of checks that have ended, with the frames of videos, whose pictures are removed after the commit. Files
 * of uploads are removed as such.
 * @returns how many were there
 */
export function deleteEnded(db: Db, kind: CheckKind, ids: readonly string[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`${planAnew}
      delete from ${sql.table(kind.table)} where id = any(${ids}::text[]) and status <> 'processing'
      returning id`.execute(trx);
    const gone = rows.map(({ id }) => id);
    if (kind.table === checkKinds.video.table) await appendRemovals(trx, gone.map(framesPrefix));
    return gone.length;
  });
}
