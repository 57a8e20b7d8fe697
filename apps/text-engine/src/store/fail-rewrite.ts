import { rewriteEvents, type Scope } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { type RawBuilder, sql } from 'kysely';
import { checkOfRewrite, lockCheck, showFixStatus } from './lock-check.ts';
import type { Db, FailureReason, FixStatus, Trx } from './tables.ts';

/**
 * Fails a rewrite that is still processing and meets `condition`, shows it on its check, and writes the failed event:
 * its refund.
 * @param condition over the columns of `rewrites`
 * @returns false when there is no such rewrite any more; nothing was written then
 */
export async function failRewrite(
  trx: Trx,
  failure: {
    readonly id: string;
    readonly reason: FailureReason;
    readonly condition: RawBuilder<boolean>;
    readonly lastError?: string | null;
    readonly requestId?: string | undefined;
  },
): Promise<boolean> {
  const { id, reason, condition, lastError = null, requestId } = failure;
  const checkId = await checkOfRewrite(trx, id);
  if (!checkId) return false;
  await lockCheck(trx, checkId);
  const { rows } = await sql<Scope & { occurredAt: Date }>`
    update rewrites
    set status = 'failed', failure_reason = ${reason}, last_error = coalesce(${lastError}, last_error),
      lease_until = null, updated_at = now()
    where id = ${id} and status = 'processing' and ${condition}
    returning account_id as "accountId", site_id as "siteId", tenant_id as "tenantId",
      updated_at as "occurredAt"`.execute(trx);
  if (!rows[0]) return false;
  const { occurredAt, ...scope } = rows[0];
  await showFixStatus(trx, checkId, 'failed');
  const payload = { version: 1, id, scope, occurredAt: occurredAt.toISOString(), reason } as const;
  await appendOutbox(trx, [eventMessage(rewriteEvents.failed, payload, { requestId })]);
  return true;
}

/** The condition under which a submission may still be undone: nobody has begun. */
const untouched = sql<boolean>`attempt = 0`;

/** Fails the rewrite of a submission whose outcome nobody knows, unless a worker has begun. */
export function failUntouchedRewrite(db: Db, id: string, requestId: string): Promise<boolean> {
  return db
    .transaction()
    .execute((trx) => failRewrite(trx, { id, reason: 'abandoned', condition: untouched, requestId }));
}

/** Removes the rewrite of a submission that was refused, unless a worker has begun. */
export const deleteUntouchedRewrite = (db: Db, id: string): Promise<boolean> =>
  undoRewrite(db, id, { condition: untouched, status: null });

/** One attempt at a rewrite. */
interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/** Drops a rewrite that its account cannot pay for, unless somebody else has taken it since. */
export const dropRewrite = (db: Db, { id, attempt }: Attempt): Promise<boolean> =>
  undoRewrite(db, id, { condition: sql`attempt = ${attempt}`, status: 'dropped' });

/** Fails a rewrite after its last attempt and keeps why, unless it changed since that attempt. */
export function giveUpRewrite(
  db: Db,
  { id, attempt, ...last }: Attempt & { readonly lastError: string | null; readonly requestId: string },
): Promise<boolean> {
  const condition = sql<boolean>`attempt = ${attempt}`;
  return db
    .transaction()
    .execute((trx) => failRewrite(trx, { id, reason: 'attempts_exhausted', condition, ...last }));
}

/**
 * Takes a rewrite back that cost nothing, as if it had never begun: one that was refused, or that its account cannot
 * pay for.
 * @param status that it is kept with; null deletes it
 */
function undoRewrite(
  db: Db,
  id: string,
  undo: { readonly condition: RawBuilder<boolean>; readonly status: 'dropped' | null },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const checkId = await checkOfRewrite(trx, id);
    if (!checkId) return false;
    await lockCheck(trx, checkId);
    const which = sql`id = ${id} and status = 'processing' and ${undo.condition}`;
    const { rows } = await sql<{ previous: FixStatus | null }>`${
      undo.status === null
        ? sql`delete from rewrites where ${which}`
        : sql`update rewrites set status = ${undo.status}, lease_until = null, updated_at = now() where ${which}`
    } returning previous_status as previous`.execute(trx);
    if (!rows[0]) return false;
    await showFixStatus(trx, checkId, rows[0].previous);
    return true;
  });
}

/** Whether a worker has ever taken a rewrite; false also for an id that is not there. */
export async function wasRewriteTaken(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('rewrites').select('attempt').where('id', '=', id).executeTakeFirst();
  return (row?.attempt ?? 0) > 0;
}

/** Cancels the running rewrite of a check that is being deleted, and writes its cancelled event: its refund. */
export async function cancelRewriteOf(
  trx: Trx,
  checkId: string,
  scope: Scope,
  requestId?: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: string; at: Date }>`
    update rewrites set status = 'cancelled', lease_until = null, updated_at = now()
    where check_id = ${checkId} and status = 'processing'
    returning id, updated_at as at`.execute(trx);
  const [gone] = rows;
  if (!gone) return false;
  const payload = { version: 1, id: gone.id, checkId, scope, occurredAt: gone.at.toISOString() } as const;
  await appendOutbox(trx, [eventMessage(rewriteEvents.cancelled, payload, { requestId })]);
  return true;
}

/**
 * Puts a failed rewrite back to `processing` as if it had just begun, unless another one of its check runs. Not one
 * whose submission was abandoned: its client was told that there is none.
 */
export function reopenRewrite(db: Db, id: string): Promise<'reopened' | 'not_failed' | 'not_found'> {
  return db.transaction().execute(async (trx) => {
    const checkId = await checkOfRewrite(trx, id);
    const check = checkId && (await lockCheck(trx, checkId));
    if (!checkId || !check) return 'not_found';
    if (check.fixStatus === 'processing') return 'not_failed';
    const { numAffectedRows } = await sql`
      update rewrites set status = 'processing', failure_reason = null, last_error = null, attempt = 0,
        lease_until = null, updated_at = now()
      where id = ${id} and status = 'failed' and failure_reason <> 'abandoned'`.execute(trx);
    if (!numAffectedRows) return 'not_failed';
    await showFixStatus(trx, checkId, 'processing');
    return 'reopened';
  });
}
