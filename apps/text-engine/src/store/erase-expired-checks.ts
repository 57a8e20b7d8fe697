import { type Scope, textEvents } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { type Erased, type ErasePage, isInPage } from '@redline/service-kit/partitions';
import { sql } from 'kysely';
import { batchOf } from './batch-of.ts';
import { countChecks } from './check-counts.ts';
import { removeEndedChecks } from './remove-ended-checks.ts';
import type { Trx } from './tables.ts';

interface Row {
  readonly id: string;
  readonly scope: Scope;
  readonly batchId: string | null;
  readonly at: Date;
  /** Whether its client had deleted it, and its deleted event was written then. */
  readonly isTold: boolean;
}

/**
 * Erases checks whose retention has passed, with their rewrites, lowers the totals of their lists and writes their deleted
 * events. What is processing, a check or its rewrite, is left out, and so is what somebody changes at the moment; it is
 * found by a later turn. No row stays, unlike that of a check that its client deletes.
 */
export async function eraseExpiredChecks(trx: Trx, page: ErasePage): Promise<Erased> {
  const { rows } = await sql<Row>`
    with ${removeEndedChecks(isInPage(page), page.limit)}, gone as (
      select * from removed where deleted_at is null
    ), counted as (
      ${countChecks('gone', -1)}
    )
    select id, ${scopeColumn}, batch_id as "batchId", now() as at, deleted_at is not null as "isTold"
    from removed order by id`.execute(trx);
  await appendOutbox(
    trx,
    rows
      .filter(({ isTold }) => !isTold)
      .map(({ id, scope, batchId, at }) =>
        eventMessage(textEvents.deleted, {
          version: 1,
          id,
          scope,
          occurredAt: at.toISOString(),
          ...batchOf(batchId),
        }),
      ),
  );
  return { count: rows.length, last: rows.at(-1)?.id ?? null };
}
