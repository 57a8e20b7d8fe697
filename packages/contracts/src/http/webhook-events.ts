import { z } from 'zod';
import { recordFailureSchema } from '../failures.ts';
import { siteIds } from '../sites/index.ts';
import { batchResults } from './batches.ts';

/** The types of events that an endpoint may subscribe to. New ones may be added. */
export const webhookEventTypes = [
  'check.completed',
  'check.failed',
  'batch.completed',
  'report.completed',
  'credits.low',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The type of the event that an endpoint gets on request, whatever it has subscribed to. */
export const testEventType = 'endpoint.test';

/** Every type that a delivery may have. */
export const deliveredEventTypes = [...webhookEventTypes, testEventType] as const;

const origin = {
  site: z.enum(siteIds).describe('The site of the endpoint'),
  tenant: z.string().nullable().describe('The `X-End-Tenant` of the record; null in your own scope'),
  mode: z.enum(['live', 'test']).describe('`test` for what a test key has made'),
};

const links = z.object({
  self: z.string().describe('Path of the GET that has the whole record: `/v1/intl/us/text/checks/text_…`'),
});

/** Fields of every event about a record. */
const ofRecord = {
  id: z.string().describe('Of the record'),
  object: z.string().describe('As in the record: `intl_text_check`'),
  ...origin,
  links,
  record: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe(
      'Only with `payload: "full"`: the record as its GET gives it when the event is sent; null if it is gone by then',
    ),
};

const ofCheck = {
  ...ofRecord,
  kind: z.enum(['text', 'image', 'video']),
  batchId: z.string().nullable().describe('The batch that the check is an item of'),
};

const event = <T extends string, D extends z.ZodTypeAny>(type: T, data: D) =>
  z.object({
    type: z.literal(type).describe('What happened'),
    timestamp: z.string().datetime().describe('When it happened; an attempt has its own time in its header'),
    data,
  });

/**
 * The bodies of webhooks, by their type. The id of the event is in the header `webhook-id`, and is the same in every
 * attempt and at every endpoint.
 */
export const webhookEvents = {
  'check.completed': event(
    'check.completed',
    z.object({ ...ofCheck, status: z.literal('completed').describe('It has its verdict') }),
  ),
  'check.failed': event(
    'check.failed',
    z.object({
      ...ofCheck,
      status: z.literal('failed').describe('It has no verdict, and its credits came back'),
      failure: recordFailureSchema,
    }),
  ),
  'batch.completed': event(
    'batch.completed',
    z.object({
      ...ofRecord,
      kind: z.literal('batch'),
      result: z.enum(batchResults).describe('REJECT as well when an item failed'),
    }),
  ),
  'report.completed': event(
    'report.completed',
    z.object({
      ...ofRecord,
      kind: z.literal('report'),
      status: z.literal('completed').describe('It is written'),
      videoCheckId: z.string().describe('The video check that it is about'),
    }),
  ),
  'credits.low': event(
    'credits.low',
    z.object({
      id: z.string().describe('Of the submission whose charge took them below the threshold'),
      kind: z.literal('credits'),
      ...origin,
      links,
      balance: z.number().int().describe('Credits that could be spent after that charge'),
      threshold: z.number().int().describe('They are low below it'),
    }),
  ),
  'endpoint.test': event(
    'endpoint.test',
    z.object({
      id: z.string().describe('Of the endpoint'),
      kind: z.literal('endpoint'),
      ...origin,
      links,
    }),
  ),
} as const;

/** The body of any webhook. */
export const webhookEventSchema = z.discriminatedUnion('type', [
  webhookEvents['check.completed'],
  webhookEvents['check.failed'],
  webhookEvents['batch.completed'],
  webhookEvents['report.completed'],
  webhookEvents['credits.low'],
  webhookEvents['endpoint.test'],
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
