import type { BatchItemKind, Scope } from '@redline/contracts';
import { lookAtLeft, type TakeLimits, type Taking } from '@redline/service-kit/attempts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { BatchPlace, ItemContent } from '../domain/submitted.ts';
import type { Db } from './tables.ts';

/** The condition under which items wait for their owners. */
export const isWaiting = sql<boolean>`(status = 'processing' and not handed_out)`;

export interface TakenBatch extends BatchPlace {
  readonly id: string;
  readonly attempt: number;
  readonly scope: Scope;
}

/** Counts an attempt and leases a batch to the caller, if it is free and has attempts and waiting items left. */
export async function takeBatch(db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenBatch>> {
  const { rows } = await sql<Omit<TakenBatch, 'scope'> & Scope>`
    update batches
    set attempt = attempt + 1, lease_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 ms'
    where id = ${id} and ${isWaiting} and attempt < ${limits.maxAttempts}
      and (lease_until is null or lease_until <= clock_timestamp())
    returning id, attempt, ${scopeColumns}, product_vertical as "productVertical", platform, vertical,
      explain_locale as "explainLocale"`.execute(db);
  const [row] = rows;
  if (!row) {
    const left = await lookAtLeft(db, 'batches', [id], { ...limits, isOpen: isWaiting });
    return left.get(id) ?? { outcome: 'no_record' };
  }
  const { accountId: _, siteId: __, tenantId: ___, ...taken } = row;
  return { outcome: 'taken', taken: { ...taken, scope: scopeOf(row) } };
}

export interface WaitingItem extends ItemContent {
  readonly checkId: string;
  readonly kind: BatchItemKind;
}

/** The items that wait for their owners, in their order. */
export async function waitingItems(db: Db, batchId: string): Promise<readonly WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select check_id as "checkId", kind, text, url, title, size, duration_seconds as "durationSeconds", width, height
    from batch_items where batch_id = ${batchId} and status = 'waiting' order by position`.execute(db);
  return rows;
}

/** Ends a lease when nobody asks owners for this attempt any more. */
export async function endLease(db: Db, { id, attempt }: Pick<TakenBatch, 'id' | 'attempt'>): Promise<void> {
  await sql`update batches set lease_until = null
    where id = ${id} and attempt = ${attempt} and not ${isWaiting}`.execute(db);
}
