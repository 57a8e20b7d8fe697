import {
  batchEvents,
  billingEvents,
  idPrefixes,
  imageEvents,
  reportEvents,
  textEvents,
  videoEvents,
  type WebhookEventType,
} from '@redline/contracts';
import {
  type Bus,
  consumeEvents,
  type EventRow,
  type MessageHandler,
  type Running,
} from '@redline/service-kit/bus';
import { createId, deriveId } from '@redline/service-kit/ids';
import { recordOnce } from '@redline/service-kit/outbox';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import {
  type BusEvent,
  batchCompleted,
  checkCompleted,
  checkFailed,
  creditsLow,
  type NewEvent,
  reportCompleted,
} from '../domain/event-of.ts';
import { hasSubscribers, insertDeliveries, lockSubscribers } from '../store/deliveries.ts';

type FollowDeps = Pick<Deps, 'db' | 'now' | 'metrics' | 'wakeDeliveries'>;

/** An event of the bus that endpoints may get. */
interface Followed<P extends BusEvent> {
  readonly row: EventRow<z.ZodType<P, z.ZodTypeDef, unknown>>;
  /** The name of its consumer on the server and in the inbox; never changes. */
  readonly durable: string;
  readonly eventOf: (payload: P) => NewEvent;
}

/** Returns a function that consumes such events. */
const follow =
  <P extends BusEvent>(followed: Followed<P>) =>
  (
    bus: Bus,
    deps: FollowDeps,
    { concurrency, ackWaitMs }: { readonly concurrency: number; readonly ackWaitMs: number },
  ): Promise<Running> =>
    consumeEvents(bus, { ...followed.row, ackWaitMs }, queueEvent(deps, followed), {
      durable: followed.durable,
      concurrency,
    });

/** The events that become events of endpoints. */
export const followed = [
  follow({ row: textEvents.completed, durable: 'webhooks-text-completed', eventOf: checkCompleted('text') }),
  follow({ row: textEvents.failed, durable: 'webhooks-text-failed', eventOf: checkFailed('text') }),
  follow({
    row: imageEvents.completed,
    durable: 'webhooks-image-completed',
    eventOf: checkCompleted('image'),
  }),
  follow({ row: imageEvents.failed, durable: 'webhooks-image-failed', eventOf: checkFailed('image') }),
  follow({
    row: videoEvents.completed,
    durable: 'webhooks-video-completed',
    eventOf: checkCompleted('video'),
  }),
  follow({ row: videoEvents.failed, durable: 'webhooks-video-failed', eventOf: checkFailed('video') }),
  follow({ row: batchEvents.completed, durable: 'webhooks-batch-completed', eventOf: batchCompleted }),
  follow({ row: reportEvents.completed, durable: 'webhooks-report-completed', eventOf: reportCompleted }),
  follow({ row: billingEvents.creditsLow, durable: 'webhooks-credits-low', eventOf: creditsLow }),
] as const;

/**
 * Queues an event for each endpoint that has subscribed to it, all in one transaction with the inbox, which drops what
 * comes twice.
 */
export const queueEvent =
  <P extends BusEvent>(
    { db, now, metrics, wakeDeliveries }: FollowDeps,
    { durable, eventOf }: Pick<Followed<P>, 'durable' | 'eventOf'>,
  ): MessageHandler<z.ZodType<P, z.ZodTypeDef, unknown>> =>
  async (payload, { messageId }) => {
    const event = eventOf(payload);
    // The same however often it is queued, as after a database was restored: receivers know it again.
    const eventId = deriveId(idPrefixes.webhookEvent, recordOf(payload.id), `${durable} ${messageId}`);
    const { scope } = payload;
    const type = event.body.type as WebhookEventType;
    const happened = { scope, type, occurredAt: new Date(payload.occurredAt) };
    if (!(await hasSubscribers(db, happened))) return;
    const queued = await db.transaction().execute(async (trx) => {
      const endpointIds = await lockSubscribers(trx, happened);
      if (endpointIds.length === 0 || !(await recordOnce(trx, durable, messageId))) return 0;
      const deliveries = endpointIds.map((endpointId) => ({
        id: createId(idPrefixes.webhookDelivery),
        endpointId,
        accountId: scope.accountId,
        eventId,
        event,
      }));
      await insertDeliveries(trx, deliveries, now());
      return deliveries.length;
    });
    if (queued === 0) return;
    metrics.queued.inc({ type }, queued);
    wakeDeliveries();
  };

/** Returns the record that an operation belongs to: `video_…` of `video_…:duration`. */
const recordOf = (operationId: string): string => operationId.split(':', 1)[0] ?? operationId;
