import type { StatusRow } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Returns the statuses of batches, and of items that no owner of a check ever held: these the orchestrator answers for
 * (ADR 18).
 */
export async function readStatuses(db: Db, ids: readonly string[]): Promise<StatusRow[]> {
  const { rows } = await sql<StatusRow>`
    select id, status from batches where id = any(${ids}::text[])
    union all
    select i.check_id, case i.status when 'failed' then 'failed' else 'processing' end
    from batch_items i where i.check_id = any(${ids}::text[]) and not i.held`.execute(db);
  return rows;
}
