import type { Scope } from '@redline/contracts';
import { planAnew, scopeColumn } from '@redline/service-kit/db';
import { isProcessing } from '@redline/service-kit/records';
import { type RawBuilder, sql } from 'kysely';
import { type CheckKind, checkKinds } from './check-kinds.ts';
import { appendRemovals } from './removals.ts';
import type { Trx } from './tables.ts';
import { framesPrefix } from './video-ends.ts';

/** A check whose row is no more. */
export interface RemovedCheck {
  readonly id: string;
  readonly scope: Scope;
  readonly batchId: string | null;
  /** URL of its file; empty for one that was deleted before. */
  readonly url: string;
  readonly deletedAt: Date | null;
  /** When it was removed. */
  readonly at: Date;
}

/**
 * Removes the rows of checks that have ended, whoever asks for it: the retention, or the erasure of an account. Stages go
 * with the row of a video, the pictures of its frames after the commit; the counts of lists are lowered. A check that is
 * under way is left out, and so is what somebody changes at the moment. Events and files of uploads are a matter of who asks.
 * @param which checks
 * @param limit of checks, those with the lowest ids
 * @returns what was removed, in the order of ids
 */
export async function removeEndedChecks(
  trx: Trx,
  kind: CheckKind,
  { which, limit }: { readonly which: RawBuilder<boolean>; readonly limit: number },
): Promise<readonly RemovedCheck[]> {
  const table = sql.table(kind.table);
  const { rows } = await sql<RemovedCheck>`${planAnew}
    with ended as materialized (
      select id from ${table} where ${which} and (${kind.isOpen ?? isProcessing}) is not true
      order by id limit ${limit}::bigint for update skip locked
    ), removed as (
      delete from ${table} checked using ended where checked.id = ended.id
      returning checked.*
    )
    select id, ${scopeColumn}, batch_id as "batchId", ${kind.url} as url, deleted_at as "deletedAt", now() as at
    from removed order by id`.execute(trx);
  if (kind.table === checkKinds.video.table) {
    await appendRemovals(
      trx,
      rows.map(({ id }) => framesPrefix(id)),
    );
  }
  return rows;
}
