import type { WebhookDelivery, WebhookEndpoint } from '@redline/contracts';
import { sql } from 'kysely';
import { failing } from '../domain/schedule.ts';
import type { Claimed } from './claim-deliveries.ts';
import { failPending } from './deliveries.ts';
import type { Db, Trx } from './tables.ts';

type Attempt = WebhookDelivery['attempts'][number];

/** Attempts that are kept of a delivery. */
const loggedMax = 20;

const logOf = ({ log }: Claimed, attempt: Attempt) => JSON.stringify([attempt, ...log].slice(0, loggedMax));

/** Writes the end of an attempt; nothing if another process has taken the delivery since. */
const finish = (
  trx: Trx,
  claimed: Claimed,
  attempt: Attempt,
  end: { readonly delivered: Date } | { readonly next: Date | null },
) => {
  const log = sql`${logOf(claimed, attempt)}::json`;
  const counted = sql`attempts = attempts + 1, attempt_count = attempt_count + 1, log = ${log}`;
  const isMine = sql`id = ${claimed.id} and claims = ${claimed.claim}`;
  // What was accepted is delivered, even if its endpoint was disabled meanwhile.
  return 'delivered' in end
    ? sql`update webhook_deliveries
        set ${counted}, status = 'delivered', next_attempt_at = null, delivered_at = ${end.delivered}
        where ${isMine}`.execute(trx)
    : sql`update webhook_deliveries
        set ${counted}, status = ${end.next === null ? 'failed' : 'pending'}, next_attempt_at = ${end.next}::timestamptz
        where ${isMine} and status = 'pending'`.execute(trx);
};

/** Ends a delivery that was accepted; its endpoint is failing no more. */
export async function finishDelivered(db: Db, claimed: Claimed, attempt: Attempt, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update webhook_endpoints set failing_since = null, last_failed_at = null
      where id = ${claimed.endpointId} and failing_since is not null`.execute(trx);
    await finish(trx, claimed, attempt, { delivered: now });
  });
}

interface Failure {
  readonly attempt: Attempt;
  readonly now: Date;
  /** When to try again; null after the last attempt. */
  readonly next: Date | null;
  /** Whether the endpoint said that it wants nothing more. */
  readonly isGone: boolean;
}

/**
 * Ends an attempt that was not accepted. The endpoint is locked before the delivery, as by whoever disables it.
 * @returns why the endpoint was disabled by that; undefined if it was not
 */
export async function finishFailed(
  db: Db,
  claimed: Claimed,
  { attempt, now, next, isGone }: Failure,
): Promise<WebhookEndpoint['disabledReason'] | undefined> {
  return db.transaction().execute(async (trx) => {
    await noteFailure(trx, claimed.endpointId, now);
    const reason = await disableFailing(trx, claimed.endpointId, now, isGone);
    await finish(trx, claimed, attempt, { next });
    if (reason) await failPending(trx, claimed.endpointId);
    return reason;
  });
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

async function noteFailure(trx: Trx, endpointId: string, now: Date): Promise<void> {
  await sql`update webhook_endpoints set
      failing_since = case
        when failing_since is null or last_failed_at < ${before(now, failing.forgottenAfterMs)} then ${now}::timestamptz
        else failing_since end,
      last_failed_at = ${now}
    where id = ${endpointId}
      and (failing_since is null or last_failed_at <= ${before(now, failing.notedEveryMs)})`.execute(trx);
}

async function disableFailing(trx: Trx, endpointId: string, now: Date, isGone: boolean) {
  const { rows } = await sql<{ reason: 'failing' | 'gone' }>`
    update webhook_endpoints
    set disabled_reason = ${isGone ? 'gone' : 'failing'}, disabled_at = ${now}, updated_at = ${now}
    where id = ${endpointId} and disabled_reason is null
      and (${isGone} or failing_since <= ${before(now, failing.disabledAfterMs)})
    returning disabled_reason as reason`.execute(trx);
  return rows[0]?.reason;
}

/** Gives a delivery back that was not attempted, to be due at a time. */
export async function handBack(db: Db, { id, claim }: Claimed, dueAt: Date): Promise<void> {
  await sql`update webhook_deliveries set claims = claims - 1, next_attempt_at = ${dueAt}
    where id = ${id} and claims = ${claim} and status = 'pending'`.execute(db);
}

/** Ends a delivery whose attempts were lost again and again, with the processes that made them. */
export async function giveUp(db: Db, { id, claim }: Claimed): Promise<void> {
  await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null
    where id = ${id} and claims = ${claim} and status = 'pending'`.execute(db);
}
