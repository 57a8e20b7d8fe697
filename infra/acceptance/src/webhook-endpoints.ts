import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer } from './exchange.ts';
import { count, time } from './shapes.ts';
import { dataOf } from './text-checks.ts';
import type { SiteName, World } from './world.ts';

const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
const types = [
  'check.completed',
  'check.failed',
  'batch.completed',
  'report.completed',
  'credits.low',
] as const;

/** The payloads of webhook endpoints, written from the guide and not from the product's own contract. */
const endpointFields = {
  id: idOf('endpoint'),
  object: z.literal('webhook_endpoint'),
  url: z.string().url(),
  description: z.string().nullable(),
  events: z.array(z.enum(types)).min(1),
  payload: z.enum(['thin', 'full']),
  enabled: z.boolean(),
  disabledReason: z.enum(['by_request', 'failing', 'gone']).nullable(),
  disabledAt: time.nullable(),
  failingSince: time.nullable(),
  previousSecretExpiresAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
};
const endpoint = z.strictObject(endpointFields);
const withSecret = z.strictObject({
  ...endpointFields,
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
});
const attempt = z.strictObject({
  attemptedAt: time,
  status: z.number().int().nullable(),
  durationMs: count,
  error: z.string().nullable(),
  responseBody: z.string().max(1_024).nullable(),
});
const delivery = z.strictObject({
  id: idOf('delivery'),
  object: z.literal('webhook_delivery'),
  endpointId: idOf('endpoint'),
  eventId: z.string().min(1),
  type: z.enum([...types, 'endpoint.test']),
  status: z.enum(['pending', 'delivered', 'failed']),
  attemptCount: count,
  nextAttemptAt: time.nullable(),
  createdAt: time,
  deliveredAt: time.nullable(),
  attempts: z.array(attempt).max(20),
});
export type Delivery = z.infer<typeof delivery>;

const listOf = <T extends z.ZodTypeAny>(item: T) =>
  z.strictObject({ object: z.literal('list'), data: z.array(item), total: count });
const deliveryPage = z.strictObject({
  object: z.literal('list'),
  data: z.array(delivery),
  hasMore: z.boolean(),
  next: z.string().nullable(),
});

/** A client of webhook endpoints with a key of a site. Names without `ask` expect success. */
export interface EndpointClient {
  readonly ask: (method: string, path?: string, body?: unknown) => Promise<Answer>;
  readonly create: (body: object) => Promise<z.infer<typeof withSecret>>;
  readonly list: () => Promise<readonly z.infer<typeof endpoint>[]>;
  readonly get: (id: string) => Promise<z.infer<typeof endpoint>>;
  readonly update: (id: string, change: object) => Promise<z.infer<typeof endpoint>>;
  readonly rotate: (id: string, body?: object) => Promise<z.infer<typeof withSecret>>;
  readonly test: (id: string) => Promise<Delivery>;
  readonly deliveries: (id: string, query?: string) => Promise<z.infer<typeof deliveryPage>>;
  /** Reads the deliveries until the newest one fits. */
  readonly until: (id: string, fits: (newest: Delivery) => boolean) => Promise<Delivery>;
  readonly resend: (id: string, deliveryId: string) => Promise<Delivery>;
}

export const prefixes = { us: '/v1/intl/us', id: '/v1/intl/id', main: '/v1' } as const;
const pollMs = 200;
const pollsMax = 150;

/** Creates the client of a key's endpoints. */
export function endpointClient(
  world: World,
  site: SiteName,
  key: string,
  headers: OutgoingHttpHeaders = {},
): EndpointClient {
  const ask: EndpointClient['ask'] = (method, path = '', body = undefined) =>
    world.call({
      key,
      method,
      path: `${prefixes[site]}/webhook-endpoints${path}`,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const deliveries: EndpointClient['deliveries'] = async (id, query = '') =>
    dataOf(await ask('GET', `/${id}/deliveries${query}`), 200, deliveryPage);
  return {
    ask,
    create: async (body) => dataOf(await ask('POST', '', body), 201, withSecret),
    list: async () => dataOf(await ask('GET'), 200, listOf(endpoint)).data,
    get: async (id) => dataOf(await ask('GET', `/${id}`), 200, endpoint),
    update: async (id, change) => dataOf(await ask('PATCH', `/${id}`, change), 200, endpoint),
    rotate: async (id, body) => dataOf(await ask('POST', `/${id}/rotate-secret`, body), 200, withSecret),
    test: async (id) => dataOf(await ask('POST', `/${id}/test`), 201, delivery),
    deliveries,
    async until(id, fits) {
      for (let polls = 0; polls < pollsMax; polls += 1) {
        const [newest] = (await deliveries(id, '?pageSize=1')).data;
        if (newest && fits(newest)) return newest;
        await sleep(pollMs);
      }
      throw new Error(`the newest delivery of ${id} is not as it should be after ${pollsMax * pollMs} ms`);
    },
    resend: async (id, deliveryId) =>
      dataOf(await ask('POST', `/${id}/deliveries/${deliveryId}/resend`), 200, delivery),
  };
}
