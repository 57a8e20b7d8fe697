import type { BatchItemKind, Scope } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { type Attempt, type TakeLimits, type Taking, takeRecord } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { BatchPlace, ItemContent } from '../domain/submitted.ts';
import { batchTable, isWaiting } from './batch-table.ts';
import type { Db } from './tables.ts';

interface TakenColumns extends BatchPlace {
  readonly scope: Scope;
}

export type TakenBatch = Attempt & TakenColumns;

const columns = sql<TakenColumns>`${scopeColumn}, product_vertical as "productVertical", platform, vertical,
  explain_locale as "explainLocale"`;

/** Counts an attempt and leases a batch to the caller, if it is free and has attempts and waiting items left. */
export const takeBatch = (db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenBatch>> =>
  takeRecord(db, batchTable, id, limits, columns);

export interface WaitingItem extends ItemContent {
  readonly checkId: string;
  readonly kind: BatchItemKind;
}

/** Reads the waiting items, in their order. */
export async function waitingItems(db: Db, batchId: string): Promise<readonly WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select check_id as "checkId", kind, text, url, title, size, duration_seconds as "durationSeconds", width, height
    from batch_items where batch_id = ${batchId} and status = 'waiting' order by position`.execute(db);
  return rows;
}

/** Ends the lease of an attempt that offers no more items. */
export async function endLease(db: Db, { id, attempt }: Attempt): Promise<void> {
  await sql`update batches set lease_until = null
    where id = ${id} and attempt = ${attempt} and not ${isWaiting}`.execute(db);
}
