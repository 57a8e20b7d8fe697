import type { DeliveryStatus, Scope, WebhookDelivery, WebhookEventType } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { type Selectable, sql } from 'kysely';
import type { NewEvent } from '../domain/event-of.ts';
import type { Db, Tables, Trx } from './tables.ts';

type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

/** Returns a delivery as the owner of its endpoint sees it. */
export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  object: 'webhook_delivery',
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  type: row.type,
  status: row.status,
  attemptCount: row.attempt_count,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  attempts: row.log,
});

/** What an endpoint may be older than an event by the clocks of two machines. */
const skewMs = 60_000;

/** The enabled endpoints of a scope that have subscribed to a type of events, made before one happened. */
const subscribers = (scope: Scope, type: WebhookEventType, occurredAt: Date) => sql`
  select id from webhook_endpoints
  where ${inScope(scope)} and deleted_at is null and disabled_reason is null and ${type} = any(events)
    and created_at <= ${new Date(occurredAt.getTime() + skewMs)}`;

interface Happened {
  readonly scope: Scope;
  readonly type: WebhookEventType;
  readonly occurredAt: Date;
}

/** Tells whether an event has any endpoint. Most have none, and cost no more than this. */
export async function hasSubscribers(db: Db, { scope, type, occurredAt }: Happened): Promise<boolean> {
  const { rows } = await sql`${subscribers(scope, type, occurredAt)} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the endpoints of an event, each locked until the transaction ends, so that none is disabled or deleted before
 * the event is queued for it.
 */
export async function lockSubscribers(
  trx: Trx,
  { scope, type, occurredAt }: Happened,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    ${subscribers(scope, type, occurredAt)} order by id for share`.execute(trx);
  return rows.map(({ id }) => id);
}

/** One event for one endpoint. */
export interface NewDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly event: NewEvent;
}

/** Queues deliveries, due at once. */
export const insertDeliveries = (
  trx: Trx,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<DeliveryRow[]> =>
  trx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map(({ id, endpointId, accountId, eventId, event }) => ({
        id,
        endpoint_id: endpointId,
        account_id: accountId,
        event_id: eventId,
        type: event.body.type,
        body: sql<DeliveryRow['body']>`${JSON.stringify(event.body)}::json`,
        source:
          event.source && sql<NonNullable<DeliveryRow['source']>>`${JSON.stringify(event.source)}::json`,
        next_attempt_at: now,
        created_at: now,
        delivered_at: null,
      })),
    )
    .returningAll()
    .execute();

interface Page {
  readonly pageSize: number;
  /** The last delivery of the page before. */
  readonly after: string | null;
  readonly status: DeliveryStatus | undefined;
}

/** Above every id in bytes. */
const last = '~';

/** Returns a page of the deliveries of an endpoint, newest first, and one more if there is a next page. */
export const listDeliveries = (db: Db, endpointId: string, page: Page): Promise<DeliveryRow[]> => {
  const all = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('id', '<', page.after ?? last);
  const some = page.status === undefined ? all : all.where('status', '=', page.status);
  return some
    .orderBy('id', 'desc')
    .limit(page.pageSize + 1)
    .execute();
};

/**
 * Queues a delivery again, due at once, with all its retries.
 * @returns undefined if the endpoint has no such delivery
 */
export const queueAgain = (
  trx: Trx,
  endpointId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> =>
  trx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', next_attempt_at: now, attempts: 0, delivered_at: null })
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .returningAll()
    .executeTakeFirst();

/** Ends what is queued for an endpoint that is locked and is disabled now. */
export async function failPending(trx: Trx, endpointId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}
