import type { WebhookEndpoint, WebhookEvent } from '@redline/contracts';
import { sql } from 'kysely';
import type { RecordSource } from '../domain/event-of.ts';
import { failing } from '../domain/schedule.ts';
import type { AttemptLog, Db } from './tables.ts';

/** A delivery that this process has taken, and all that an attempt needs. */
export interface Claimed {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly body: WebhookEvent;
  readonly source: RecordSource | null;
  /** Its number, by which the end of an attempt is told from one that comes late. */
  readonly claim: number;
  /** Attempts that ended, since it was queued and in all. */
  readonly attempts: number;
  readonly attemptCount: number;
  readonly log: AttemptLog;
  readonly url: string;
  readonly payload: WebhookEndpoint['payload'];
  /** Encrypted. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousExpiresAt: Date | null;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly leaseMs: number;
  /** Deliveries in all. */
  readonly limit: number;
  /** Deliveries of one endpoint. */
  readonly ofEach: number;
  /** Endpoints of which this process works on enough. */
  readonly busy: readonly string[];
  /** Whether endpoints are meant that have failed for a while, or all others. */
  readonly ofFailing: boolean;
}

/**
 * Takes deliveries that are due: they are due again after the lease, should this process die. Endpoints come in a random
 * order and each gives its oldest; what another process is taking is left out. It steps through the index from endpoint to
 * endpoint, so that the backlog of one is never walked through.
 */
export async function claimDeliveries(db: Db, options: ClaimOptions): Promise<readonly Claimed[]> {
  const { now, leaseMs, limit, ofEach, busy, ofFailing } = options;
  const failedBefore = new Date(now.getTime() - failing.slowedAfterMs);
  const { rows } = await sql<Claimed>`
    with recursive waiting as (
      (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d
        where d.status = 'pending' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null
    ), asked as materialized (
      select e.id from waiting w join webhook_endpoints e on e.id = w.endpoint_id
      where e.deleted_at is null and e.disabled_reason is null and not (e.id = any(${busy}::text[]))
        and coalesce(e.failing_since < ${failedBefore}, false) = ${ofFailing}
      order by random()
    ), taken as materialized (
      select due.id from asked cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = asked.id and d.status = 'pending' and d.next_attempt_at <= ${now}
        order by d.next_attempt_at limit ${ofEach}::bigint for update skip locked
      ) due limit ${limit}::bigint
    )
    update webhook_deliveries d
    set claims = d.claims + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    from taken, webhook_endpoints e
    where d.id = taken.id and e.id = d.endpoint_id
    returning d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.body, d.source, d.claims as claim,
      d.attempts, d.attempt_count as "attemptCount", d.log, e.url, e.payload, e.secret,
      e.previous_secret as "previousSecret", e.previous_expires_at as "previousExpiresAt"`.execute(db);
  return rows;
}
