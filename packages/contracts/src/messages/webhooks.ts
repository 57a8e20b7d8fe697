import { z } from 'zod';
import {
  deliveryStatuses,
  secretOverlap,
  webhookDeliveryRecord,
  webhookEndpointBody,
  webhookEndpointChange,
  webhookEndpointRecord,
  webhookEndpointWithSecret,
} from '../http/webhook-endpoints.ts';
import { notFound } from './record.ts';
import { refusalFields } from './refused.ts';
import { request, scopeSchema } from './rows.ts';

const byId = { scope: scopeSchema, id: z.string() } as const;
const timeoutMs = 3_000;
/** The name of a new URL is looked up first. */
const urlMs = 8_000;

/** What the client can change: a URL of a private network, one endpoint too many, a disabled one. */
const invalid = z.object({
  outcome: z.literal('refused'),
  code: z.literal('invalid_request'),
  ...refusalFields,
});

/** Requests of the gateway to the webhooks service. A scope sees its own endpoints alone. */
export const webhookRequests = {
  create: request({
    subject: 'rpc.webhooks.endpoint-create',
    request: z.object({ scope: scopeSchema, endpoint: webhookEndpointBody }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), endpoint: webhookEndpointWithSecret }),
      invalid,
    ]),
    timeoutMs: urlMs,
  }),
  /** Returns all endpoints of a scope, oldest first. */
  list: request({
    subject: 'rpc.webhooks.endpoint-list',
    request: z.object({ scope: scopeSchema }),
    reply: z.object({ endpoints: z.array(webhookEndpointRecord) }),
    timeoutMs,
  }),
  get: request({
    subject: 'rpc.webhooks.endpoint-get',
    request: z.object(byId),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), endpoint: webhookEndpointRecord }),
      notFound,
    ]),
    timeoutMs,
  }),
  update: request({
    subject: 'rpc.webhooks.endpoint-update',
    request: z.object({ ...byId, change: webhookEndpointChange }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('updated'), endpoint: webhookEndpointRecord }),
      notFound,
      invalid,
    ]),
    timeoutMs: urlMs,
  }),
  rotate: request({
    subject: 'rpc.webhooks.endpoint-rotate',
    request: z.object({ ...byId, overlapSeconds: z.number().int().min(0).max(secretOverlap.max) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('rotated'), endpoint: webhookEndpointWithSecret }),
      notFound,
    ]),
    timeoutMs,
  }),
  delete: request({
    subject: 'rpc.webhooks.endpoint-delete',
    request: z.object(byId),
    reply: z.object({ outcome: z.enum(['deleted', 'not_found']) }),
    timeoutMs,
  }),
  test: request({
    subject: 'rpc.webhooks.endpoint-test',
    request: z.object(byId),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('queued'), delivery: webhookDeliveryRecord }),
      notFound,
      invalid,
    ]),
    timeoutMs,
  }),
  /** Returns one page of the deliveries of an endpoint, newest first. */
  deliveries: request({
    subject: 'rpc.webhooks.delivery-list',
    request: z.object({
      ...byId,
      pageSize: z.number().int().min(1).max(50),
      after: z.string().nullable().describe('The last delivery of the page before'),
      status: z.enum(deliveryStatuses).optional(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('listed'),
        deliveries: z.array(webhookDeliveryRecord),
        next: z.string().nullable(),
      }),
      notFound,
    ]),
    timeoutMs,
  }),
  resend: request({
    subject: 'rpc.webhooks.delivery-resend',
    request: z.object({ ...byId, deliveryId: z.string() }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('queued'), delivery: webhookDeliveryRecord }),
      notFound.extend({ what: z.enum(['endpoint', 'delivery']) }),
      invalid,
    ]),
    timeoutMs,
  }),
} as const;
