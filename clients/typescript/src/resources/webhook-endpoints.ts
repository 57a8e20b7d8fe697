import type {
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointBody,
  WebhookEndpointChange,
  WebhookEndpointDeleted,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WebhookSecretRotationBody,
} from '../contract/schemas.ts';
import type { Api, RequestOptions } from '../http/api.ts';

/** The query of a page of deliveries. */
export interface DeliveryQuery {
  readonly pageSize?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  readonly status?: WebhookDelivery['status'] | undefined;
}

/** Addresses of yours that events are posted to. `verifyWebhook` reads what comes there. */
export interface WebhookEndpoints {
  /** Adds an endpoint; its `secret` is in this answer alone. 400 for a URL that is not public, or one endpoint too many. */
  readonly create: (
    body: WebhookEndpointBody,
    options?: RequestOptions,
  ) => Promise<WebhookEndpointWithSecret>;
  /** Lists all endpoints of the scope, oldest first. */
  readonly list: (options?: RequestOptions) => Promise<WebhookEndpointList>;
  /** Gets an endpoint, without its secret. */
  readonly get: (id: string, options?: RequestOptions) => Promise<WebhookEndpoint>;
  /** Changes, disables or enables an endpoint: only what is given. */
  readonly update: (
    id: string,
    body: WebhookEndpointChange,
    options?: RequestOptions,
  ) => Promise<WebhookEndpoint>;
  /** Deletes an endpoint with its deliveries. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<WebhookEndpointDeleted>;
  /** Makes a new secret; the last one signs beside it for `overlapSeconds`, a day when left out. */
  readonly rotateSecret: (
    id: string,
    body?: WebhookSecretRotationBody,
    options?: RequestOptions,
  ) => Promise<WebhookEndpointWithSecret>;
  /** Sends an event `endpoint.test`. */
  readonly test: (id: string, options?: RequestOptions) => Promise<WebhookDelivery>;
  /** Gets a page of deliveries with their attempts, newest first. */
  readonly deliveries: (
    id: string,
    query?: DeliveryQuery,
    options?: RequestOptions,
  ) => Promise<WebhookDeliveryList>;
  /** Delivers an event again, delivered before or not. */
  readonly resend: (id: string, deliveryId: string, options?: RequestOptions) => Promise<WebhookDelivery>;
}

const path = '/webhook-endpoints';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** Builds the webhook endpoints of a site. */
export const webhookEndpoints = (api: Api): WebhookEndpoints => ({
  create: (body, options) => api.request({ method: 'POST', path, body, options }),
  list: (options) => api.request({ method: 'GET', path, options }),
  get: (id, options) => api.request({ method: 'GET', path: pathOf(id), options }),
  update: (id, body, options) => api.request({ method: 'PATCH', path: pathOf(id), body, options }),
  delete: (id, options) => api.request({ method: 'DELETE', path: pathOf(id), options }),
  rotateSecret: (id, body = {}, options) =>
    api.request({ method: 'POST', path: `${pathOf(id)}/rotate-secret`, body, options }),
  test: (id, options) => api.request({ method: 'POST', path: `${pathOf(id)}/test`, options }),
  deliveries: (id, { pageSize, after, status } = {}, options) =>
    api.request({
      method: 'GET',
      path: `${pathOf(id)}/deliveries`,
      query: { pageSize, after, status },
      options,
    }),
  resend: (id, deliveryId, options) =>
    api.request({
      method: 'POST',
      path: `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/resend`,
      options,
    }),
});
