import type { Scope } from '@redline/contracts';
import { type AccountRows, planAnew, scopeColumn } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** The condition of batches that are in their scope's list. */
export const isListed = sql<boolean>`listed`;

/** The condition of batches that are deleted, and their checks too: nobody needs the row any more. */
export const isRemoved = sql<boolean>`(not listed and removal_due_at is null)`;

/** The rows of an account, in parts that an index finds. */
export const accountRows = {
  listed: { table: 'batches', condition: isListed },
  removed: { table: 'batches', condition: isRemoved },
  /** Deleted; a job is removing their checks. */
  beingRemoved: { table: 'batches', condition: sql<boolean>`(not listed and removal_due_at is not null)` },
  counts: { table: 'batch_counts' },
} as const satisfies Readonly<Record<string, AccountRows>>;

/** A batch of an account that is being erased. */
export interface AccountBatch {
  readonly id: string;
  readonly scope: Scope;
  readonly isProcessing: boolean;
}

/** Reads listed batches of an account. */
export async function batchesOfAccount(
  db: Db,
  accountId: string,
  limit: number,
): Promise<readonly AccountBatch[]> {
  const { rows } = await sql<AccountBatch>`${planAnew}
    select id, ${scopeColumn}, status = 'processing' as "isProcessing" from batches
    where account_id = ${accountId} and listed limit ${limit}::bigint`.execute(db);
  return rows;
}

/**
 * Deletes batches that have ended, with their items.
 * @returns how many were there
 */
export async function deleteEnded(db: Db, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`${planAnew}
    delete from batches where id = any(${ids}::text[]) and listed and status <> 'processing'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
