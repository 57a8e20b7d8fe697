import {
  idPrefixes,
  type secretRotationBody,
  type webhookDeliveryQuery,
  type webhookEndpointBody,
  type webhookEndpointChange,
} from '@redline/contracts';
import { isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  resendDelivery,
  rotateSecret,
  sendTestEvent,
} from '../clients/webhook-endpoints.ts';
import { type Failure, RequestError } from './failure.ts';
import { callContext, type ScopeDeps, writeContext } from './scope.ts';
import { succeeded } from './success.ts';

interface RouteArgs {
  readonly request: FastifyRequest;
}
interface EndpointArgs extends RouteArgs {
  readonly params: { readonly id: string };
}
interface DeliveryArgs extends RouteArgs {
  readonly params: { readonly id: string; readonly deliveryId: string };
}
/** A body as the contract reads it. */
interface With<S extends z.ZodTypeAny> {
  readonly body: z.output<S>;
}

/**
 * Returns the handlers of webhook endpoints and their deliveries, the same on every site and free of charge. Only a new endpoint opens a tenant scope:
 * the others find what is there.
 */
export function webhookEndpointRoutes(deps: ScopeDeps) {
  const { bus } = deps;
  return {
    async createWebhookEndpoint({ body, request }: RouteArgs & With<typeof webhookEndpointBody>) {
      const reply = await createEndpoint(await writeContext(deps, request), body);
      if (reply.outcome === 'refused') throw new RequestError(reply);
      return succeeded(201, reply.endpoint);
    },
    async listWebhookEndpoints({ request }: RouteArgs) {
      const endpoints = await listEndpoints(callContext(bus, request));
      return succeeded(200, { object: 'list' as const, data: endpoints, total: endpoints.length });
    },
    async getWebhookEndpoint({ params: { id }, request }: EndpointArgs) {
      const reply = await ofEndpoint(id, () => getEndpoint(callContext(bus, request), id));
      return succeeded(200, reply.endpoint);
    },
    async updateWebhookEndpoint({
      params: { id },
      body,
      request,
    }: EndpointArgs & With<typeof webhookEndpointChange>) {
      const reply = await ofEndpoint(id, () => changeEndpoint(callContext(bus, request), id, body));
      return succeeded(200, reply.endpoint);
    },
    async deleteWebhookEndpoint({ params: { id }, request }: EndpointArgs) {
      await ofEndpoint(id, () => deleteEndpoint(callContext(bus, request), id));
      return succeeded(200, { id, object: 'webhook_endpoint' as const, deleted: true as const });
    },
    async rotateWebhookEndpointSecret({
      params: { id },
      body,
      request,
    }: EndpointArgs & With<typeof secretRotationBody>) {
      const { overlapSeconds } = body;
      const reply = await ofEndpoint(id, () => rotateSecret(callContext(bus, request), id, overlapSeconds));
      return succeeded(200, reply.endpoint);
    },
    async testWebhookEndpoint({ params: { id }, request }: EndpointArgs) {
      const reply = await ofEndpoint(id, () => sendTestEvent(callContext(bus, request), id));
      return succeeded(201, reply.delivery);
    },
    async listWebhookDeliveries({
      params: { id },
      query,
      request,
    }: EndpointArgs & { readonly query: z.output<typeof webhookDeliveryQuery> }) {
      const { pageSize, after = null, status } = query;
      const page = { pageSize, after, status };
      const { deliveries, next } = await ofEndpoint(id, () =>
        listDeliveries(callContext(bus, request), id, page),
      );
      return succeeded(200, { object: 'list' as const, data: deliveries, hasMore: next !== null, next });
    },
    async resendWebhookDelivery({ params: { id, deliveryId }, request }: DeliveryArgs) {
      const reply = await ofEndpoint(id, async () => {
        if (!isId(idPrefixes.webhookDelivery, deliveryId)) throw deliveryNotFound(deliveryId);
        const answer = await resendDelivery(callContext(bus, request), id, deliveryId);
        if (answer.outcome === 'not_found' && answer.what === 'delivery') throw deliveryNotFound(deliveryId);
        return answer;
      });
      return succeeded(200, reply.delivery);
    },
  };
}

type Refusal = { readonly outcome: 'refused' } & Pick<Failure, 'code' | 'message' | 'issues'>;
const isRefused = (reply: { readonly outcome: string }): reply is Refusal => reply.outcome === 'refused';

/**
 * Asks about an endpoint.
 * @throws RequestError if there is none in the scope, or its owner refuses what is wanted
 */
async function ofEndpoint<R extends { readonly outcome: string }>(
  id: string,
  ask: () => Promise<R>,
): Promise<Exclude<R, { readonly outcome: 'not_found' | 'refused' }>> {
  const reply = isId(idPrefixes.webhookEndpoint, id) ? await ask() : undefined;
  if (!reply || reply.outcome === 'not_found') {
    throw notFound('webhook endpoint', id);
  }
  if (isRefused(reply)) throw new RequestError(reply);
  return reply as Exclude<R, { readonly outcome: 'not_found' | 'refused' }>;
}

const quotedLengthMax = 64;

const notFound = (noun: string, id: string) =>
  new RequestError({
    code: 'not_found',
    message: `there is no ${noun} ${JSON.stringify(id.slice(0, quotedLengthMax))} in this scope`,
  });
const deliveryNotFound = (id: string) => notFound('delivery of this endpoint', id);
