import {
  refused,
  type Scope,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookRequests,
} from '@redline/contracts';
import { type Bus, type Running, serveAll } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';

interface StoredEndpoint {
  readonly scope: string;
  readonly endpoint: WebhookEndpoint;
  readonly deliveries: WebhookDelivery[];
}

/** The endpoints of all scopes, by id, and the overlaps that rotations asked for. */
export interface FakeWebhooks {
  readonly endpoints: Map<string, StoredEndpoint>;
  readonly overlaps: number[];
  /** Refuses the next endpoint with a sentence. */
  refusal: string | undefined;
}

export const createFakeWebhooks = (): FakeWebhooks => ({
  endpoints: new Map(),
  overlaps: [],
  refusal: undefined,
});

const nameOf = ({ accountId, siteId, tenantId }: Scope) => `${accountId} ${siteId} ${tenantId}`;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const notFound = { outcome: 'not_found' } as const;

/** Answers what the gateway asks about endpoints, over a real bus; it sends nothing to anybody. */
export function serveWebhooks(bus: Bus, state: FakeWebhooks): Running {
  const find = (scope: Scope, id: string) => {
    const found = state.endpoints.get(id);
    return found?.scope === nameOf(scope) ? found : undefined;
  };
  return serveAll(
    bus,
    webhookRequests,
    {
      create: async ({ scope, endpoint: wish }) => {
        if (state.refusal) return refused('invalid_request' as const, state.refusal);
        const at = new Date().toISOString();
        const endpoint: WebhookEndpoint = {
          ...{ id: createId('endpoint'), object: 'webhook_endpoint', ...wish, enabled: true },
          ...{ disabledReason: null, disabledAt: null, failingSince: null, previousSecretExpiresAt: null },
          ...{ createdAt: at, updatedAt: at },
        };
        state.endpoints.set(endpoint.id, { scope: nameOf(scope), endpoint, deliveries: [] });
        return { outcome: 'created' as const, endpoint: { ...endpoint, secret } };
      },
      list: async ({ scope }) => ({
        endpoints: [...state.endpoints.values()]
          .filter((one) => one.scope === nameOf(scope))
          .map(({ endpoint }) => endpoint),
      }),
      get: async ({ scope, id }) => {
        const found = find(scope, id);
        return found ? { outcome: 'found' as const, endpoint: found.endpoint } : notFound;
      },
      update: async ({ scope, id, change }) => {
        const found = find(scope, id);
        if (!found) return notFound;
        Object.assign(found, { endpoint: { ...found.endpoint, ...change } });
        return { outcome: 'updated' as const, endpoint: found.endpoint };
      },
      rotate: async ({ scope, id, overlapSeconds }) => {
        const found = find(scope, id);
        if (!found) return notFound;
        state.overlaps.push(overlapSeconds);
        return { outcome: 'rotated' as const, endpoint: { ...found.endpoint, secret } };
      },
      delete: async ({ scope, id }) => {
        if (!find(scope, id)) return notFound;
        state.endpoints.delete(id);
        return { outcome: 'deleted' as const };
      },
      test: async ({ scope, id }) => {
        const found = find(scope, id);
        if (!found) return notFound;
        if (!found.endpoint.enabled) return refused('invalid_request' as const, 'the endpoint is disabled');
        const delivery: WebhookDelivery = {
          ...{ id: createId('delivery'), object: 'webhook_delivery', endpointId: id },
          ...{ eventId: createId('event'), type: 'endpoint.test', status: 'pending', attemptCount: 0 },
          ...{ nextAttemptAt: null, createdAt: new Date().toISOString(), deliveredAt: null, attempts: [] },
        };
        found.deliveries.unshift(delivery);
        return { outcome: 'queued' as const, delivery };
      },
      deliveries: async ({ scope, id, pageSize, after, status }) => {
        const found = find(scope, id);
        if (!found) return notFound;
        const all = found.deliveries.filter((one) => !status || one.status === status);
        const first = after ? all.findIndex((one) => one.id === after) + 1 : 0;
        const deliveries = all.slice(first, first + pageSize);
        const hasMore = first + pageSize < all.length;
        return {
          outcome: 'listed' as const,
          deliveries,
          next: hasMore ? (deliveries.at(-1)?.id ?? null) : null,
        };
      },
      resend: async ({ scope, id, deliveryId }) => {
        const found = find(scope, id);
        if (!found) return { ...notFound, what: 'endpoint' as const };
        const delivery = found.deliveries.find((one) => one.id === deliveryId);
        return delivery
          ? { outcome: 'queued' as const, delivery }
          : { ...notFound, what: 'delivery' as const };
      },
    },
    { queue: 'webhooks', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}
