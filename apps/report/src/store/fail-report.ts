import { reportEvents, type Scope } from '@redline/contracts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { type RawBuilder, sql } from 'kysely';
import { eventsOfEnd } from '../domain/stream/events.ts';
import { readSections } from './sections.ts';
import type { Db, Trx } from './tables.ts';
import { toldEvents } from './told-events.ts';

/** Why a report fails and under which condition. */
interface ReportFailure {
  readonly id: string;
  /** A word for programs, such as `never_taken`; it is told with the event. */
  readonly reason: string;
  /** Over the columns of `reports`. */
  readonly condition: RawBuilder<boolean>;
  /** For an operator; nothing of the content. */
  readonly lastError?: string | null;
  readonly requestId?: string | undefined;
}

/**
 * Fails a report that is still processing and meets the condition, tells those who watch it, and writes the failed
 * event: its refund. What is written of it stays.
 * @returns false when there is no such report any more; nothing was written then
 */
export async function failReport(trx: Trx, failure: ReportFailure): Promise<boolean> {
  const { id, reason, condition, lastError = null, requestId } = failure;
  const { rows } = await sql<Scope & { at: Date }>`
    update reports
    set status = 'failed', failure_reason = ${reason}, last_error = coalesce(${lastError}, last_error),
      lease_until = null, updated_at = now()
    where id = ${id} and status = 'processing' and ${condition}
    returning ${scopeColumns}, updated_at as at`.execute(trx);
  const [failed] = rows;
  if (!failed) return false;
  const told = eventsOfEnd(id, await readSections(trx, id), { status: 'failed' });
  const payload = {
    version: 1,
    id,
    scope: scopeOf(failed),
    occurredAt: failed.at.toISOString(),
    reason,
  } as const;
  await appendOutbox(trx, [
    ...toldEvents(id, told),
    eventMessage(reportEvents.failed, payload, { requestId }),
  ]);
  return true;
}

const attemptIs = (attempt: number) => sql<boolean>`attempt = ${attempt}`;
/** The condition under which a submission may still be undone: nobody has begun. */
const untouched = attemptIs(0);

/** Fails the report of a submission whose outcome nobody knows, unless a worker has begun. */
export function failUntouched(db: Db, id: string, requestId: string): Promise<boolean> {
  const failure = { id, reason: 'abandoned', condition: untouched, requestId };
  return db.transaction().execute((trx) => failReport(trx, failure));
}

/** Deletes the report of a submission that was refused, unless a worker has begun. */
export async function deleteUntouched(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from reports where id = ${id} and status = 'processing' and ${untouched}`.execute(db);
  return numAffectedRows === 1n;
}

/** Fails a report after its last attempt and keeps why, unless it changed since that attempt. */
export function giveUpReport(
  db: Db,
  {
    id,
    attempt,
    ...last
  }: {
    readonly id: string;
    readonly attempt: number;
    readonly lastError: string | null;
    readonly requestId: string;
  },
): Promise<boolean> {
  const failure = { id, reason: 'attempts_exhausted', condition: attemptIs(attempt), ...last };
  return db.transaction().execute((trx) => failReport(trx, failure));
}

/**
 * Writes the failed event of an operation that has a job but no report. That takes two gateways at one operation, one
 * of which was refused while the other one was charged; its credits must come back all the same.
 */
export async function failWithoutReport(
  db: Db,
  { id, scope, requestId }: { readonly id: string; readonly scope: Scope; readonly requestId: string },
): Promise<void> {
  const payload = {
    version: 1,
    id,
    scope,
    occurredAt: new Date().toISOString(),
    reason: 'no_record',
  } as const;
  // One message id however often the job comes: consumers take it once.
  const message = eventMessage(reportEvents.failed, payload, { requestId, id: `no-record:${id}` });
  await db.transaction().execute((trx) => appendOutbox(trx, [message]));
}

/** Whether a worker has ever taken a report; false also for an id that is not there. */
export async function wasTaken(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from reports where id = ${id} and attempt > 0`.execute(db);
  return rows.length > 0;
}
