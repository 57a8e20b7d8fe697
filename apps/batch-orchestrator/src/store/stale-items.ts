import type { BatchItemKind, Scope } from '@redline/contracts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

export interface StaleItem {
  readonly checkId: string;
  readonly batchId: string;
  readonly kind: BatchItemKind;
  readonly scope: Scope;
  /** When the batch was created. */
  readonly createdAt: Date;
}

/**
 * Items without an event for long, those first that were asked after longest ago. Each comes up again after the
 * same time, so that an orchestrator that dies with them loses nothing.
 */
export async function staleItems(
  db: Db,
  { silentMs, limit }: { readonly silentMs: number; readonly limit: number },
): Promise<readonly StaleItem[]> {
  const { rows } = await sql<Scope & Omit<StaleItem, 'scope'>>`
    with taken as (
      update batch_items set asked_at = now() where check_id = any(array(
        select check_id from batch_items where asked_at < now() - ${silentMs}::float8 * interval '1 ms'
        order by asked_at limit ${limit} for update skip locked))
      returning check_id, batch_id, kind
    )
    select taken.check_id as "checkId", batch_id as "batchId", kind, ${scopeColumns}, created_at as "createdAt"
    from taken join batches on batches.id = taken.batch_id`.execute(db);
  return rows.map(({ checkId, batchId, kind, createdAt, ...row }) => ({
    checkId,
    batchId,
    kind,
    createdAt,
    scope: scopeOf(row),
  }));
}
