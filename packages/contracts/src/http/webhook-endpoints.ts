import { z } from 'zod';
import { choiceSchema, choicesSchema, flagSchema, numberSchema, textSchema, urlSchema } from '../strings.ts';
import { pagingSchema } from './envelope.ts';
import { deliveredEventTypes, webhookEventTypes } from './webhook-events.ts';

/** The maximum of endpoints in one scope. */
export const webhookEndpointsMax = 10;

/** What a webhook holds: ids and links, or the whole record as well. */
export const webhookPayloads = ['thin', 'full'] as const;

/** The times for which the last secret goes on signing after a rotation, in seconds. */
export const secretOverlap = { default: 86_400, max: 7 * 86_400 } as const;

/** Why an endpoint is disabled: its owner did it; five days of failures; or it answered 410. */
export const disabledReasons = ['by_request', 'failing', 'gone'] as const;

/** How far a delivery is; the last two are its end, and `failed` may be sent again. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const url = urlSchema('url').describe(
  'Where events are posted to: https, on the public internet, without user name and password',
);
const description = textSchema('description', 0, 200).nullable().describe('For you alone');
const events = choicesSchema('events', webhookEventTypes).describe('The types of events to send');
const payload = choiceSchema('payload', webhookPayloads).describe(
  '`thin` sends ids and links; `full` the whole record as well, as it is when the event is sent',
);
const enabled = flagSchema('enabled').describe('An endpoint that is off gets no event, not even later');

/** Body of a new endpoint. */
export const webhookEndpointBody = z.object({
  url,
  description: description.default(null),
  events: events.default([...webhookEventTypes]),
  payload: payload.default('thin'),
});

/** Body of a change: only fields that are given change. */
export const webhookEndpointChange = z.object({
  url: url.optional(),
  description: description.optional(),
  events: events.optional(),
  payload: payload.optional(),
  enabled: enabled.optional(),
});

/** Body of a rotation; it may be left out. */
export const secretRotationBody = z
  .object({
    overlapSeconds: numberSchema('overlapSeconds', {
      min: 0,
      max: secretOverlap.max,
      unit: 'seconds',
      whole: true,
    })
      .default(secretOverlap.default)
      .describe('How long the last secret signs beside the new one; 0 ends it at once'),
  })
  .nullish()
  .transform((body) => body ?? { overlapSeconds: secretOverlap.default });

const time = z.string().datetime();

/** An endpoint; its secret is in the answers to its creation and rotation alone. */
export const webhookEndpointRecord = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  url: z.string().describe('Where events are posted to'),
  description: z.string().nullable().describe('Your own note'),
  events: z.array(z.enum(webhookEventTypes)).describe('The types of events that are sent'),
  payload: z
    .enum(webhookPayloads)
    .describe('What an event holds: ids and links, or the whole record as well'),
  enabled: z.boolean().describe('An endpoint that is off gets no event, not even later'),
  disabledReason: z
    .enum(disabledReasons)
    .nullable()
    .describe(
      'Null while it is enabled. `failing`: nothing was accepted for five days; `gone`: it answered 410',
    ),
  disabledAt: time.nullable().describe('Null while it is enabled'),
  failingSince: time.nullable().describe('The first failed attempt since the last one that was accepted'),
  previousSecretExpiresAt: time
    .nullable()
    .describe('Until then the secret of before the rotation signs as well'),
  createdAt: time.describe('When it was made'),
  updatedAt: time,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointRecord>;

/** An endpoint with its secret. */
export const webhookEndpointWithSecret = webhookEndpointRecord.extend({
  secret: z
    .string()
    .describe('`whsec_` and the key of the signatures in base64. Store it now: it is not shown again'),
});

/** All endpoints of a scope, oldest first. */
export const webhookEndpointList = z.object({
  object: z.literal('list'),
  data: z.array(webhookEndpointRecord).max(webhookEndpointsMax),
  total: z.number().int(),
});

/** One attempt to deliver an event. */
export const deliveryAttemptSchema = z.object({
  attemptedAt: time.describe('When it began'),
  status: z.number().int().nullable().describe('HTTP status of the answer; null if there was none'),
  durationMs: z.number().int().describe('Until the answer, or until it was given up'),
  error: z.string().nullable().describe('Why it was not accepted, a sentence; null if it was'),
  responseBody: z.string().nullable().describe('The beginning of the answer, at most 1,024 characters'),
});

/** An event on its way to one endpoint. */
export const webhookDeliveryRecord = z.object({
  id: z.string(),
  object: z.literal('webhook_delivery'),
  endpointId: z.string().describe('The endpoint that it goes to'),
  eventId: z.string().describe('The `webhook-id` header of each attempt'),
  type: z.enum(deliveredEventTypes).describe('Of the event'),
  status: z
    .enum(deliveryStatuses)
    .describe('`pending` until it was answered 2xx, or its attempts are used up'),
  attemptCount: z.number().int().describe('Attempts so far, of all times that it was sent'),
  nextAttemptAt: time.nullable().describe('Null when it has ended'),
  createdAt: time.describe('When the event came'),
  deliveredAt: time.nullable().describe('When it was last answered 2xx'),
  attempts: z.array(deliveryAttemptSchema).describe('The newest 20, newest first'),
});
export type WebhookDelivery = z.infer<typeof webhookDeliveryRecord>;

/** One page of deliveries, newest first. */
export const webhookDeliveryList = z.object({
  object: z.literal('list'),
  data: z.array(webhookDeliveryRecord),
  hasMore: z.boolean(),
  next: z.string().nullable().describe('`after` of the next page; null on the last one'),
});

/** Query of a page of deliveries. */
export const webhookDeliveryQuery = z.object({
  pageSize: pagingSchema.shape.pageSize,
  after: z
    .string()
    .max(100, 'after must be the id of a delivery')
    .optional()
    .describe('`next` of the last page'),
  status: choiceSchema('status', deliveryStatuses).optional(),
});
