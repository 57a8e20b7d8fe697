import type { Scope } from '@redline/contracts';
import { planAnew, scopeColumn } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

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
