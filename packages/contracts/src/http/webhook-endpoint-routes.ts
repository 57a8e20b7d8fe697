import { z } from 'zod';
import { commonFailures, deletedSchema, failures, success } from './envelope.ts';
import {
  secretRotationBody,
  webhookDeliveryList,
  webhookDeliveryQuery,
  webhookDeliveryRecord,
  webhookEndpointBody,
  webhookEndpointChange,
  webhookEndpointList,
  webhookEndpointRecord,
  webhookEndpointWithSecret,
} from './webhook-endpoints.ts';

const byId = z.object({ id: z.string() });
const ofOne = { ...commonFailures, 404: failures[404] } as const;

/** The routes of webhook endpoints, which are the same on every site. */
export const webhookEndpointRoutes = {
  createWebhookEndpoint: {
    method: 'POST',
    path: '/webhook-endpoints',
    summary: 'Add a webhook endpoint',
    description:
      'Events of this scope are posted to it from now on, each signed by the Standard Webhooks convention with the `secret` of the answer, which is not shown again. Free of charge. 400 when the URL leads to an address that is not public, or the scope has 10 endpoints.',
    body: webhookEndpointBody,
    responses: { ...commonFailures, 201: success(webhookEndpointWithSecret), 403: failures[403] },
  },
  listWebhookEndpoints: {
    method: 'GET',
    path: '/webhook-endpoints',
    summary: 'List all webhook endpoints of this scope, oldest first',
    responses: { ...commonFailures, 200: success(webhookEndpointList) },
  },
  getWebhookEndpoint: {
    method: 'GET',
    path: '/webhook-endpoints/:id',
    summary: 'Get a webhook endpoint',
    pathParams: byId,
    responses: { ...ofOne, 200: success(webhookEndpointRecord) },
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/webhook-endpoints/:id',
    summary: 'Change, disable or enable a webhook endpoint',
    description:
      'Only what is given changes. Disabling ends what is still to be delivered as `failed`; each delivery can be sent again once the endpoint is enabled.',
    pathParams: byId,
    body: webhookEndpointChange,
    responses: { ...ofOne, 200: success(webhookEndpointRecord) },
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/webhook-endpoints/:id',
    summary: 'Delete a webhook endpoint, with its deliveries',
    description: 'Irreversible. What is still to be delivered is dropped.',
    pathParams: byId,
    body: null,
    responses: { ...ofOne, 200: success(deletedSchema('webhook_endpoint')) },
  },
  rotateWebhookEndpointSecret: {
    method: 'POST',
    path: '/webhook-endpoints/:id/rotate-secret',
    summary: 'Make a new secret for a webhook endpoint',
    description:
      'The last secret signs beside the new one for `overlapSeconds`, a day if left out, so that the receiver can change over without losing an event; one from before that ends at once.',
    pathParams: byId,
    body: secretRotationBody,
    responses: { ...ofOne, 200: success(webhookEndpointWithSecret) },
  },
  testWebhookEndpoint: {
    method: 'POST',
    path: '/webhook-endpoints/:id/test',
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Takes no body. Sends an event of type `endpoint.test`, whatever the endpoint has subscribed to, and answers before it is delivered; its end is found among the deliveries. 400 while the endpoint is disabled.',
    pathParams: byId,
    body: null,
    responses: { ...ofOne, 201: success(webhookDeliveryRecord) },
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhook-endpoints/:id/deliveries',
    summary: 'List the deliveries of a webhook endpoint with their attempts, newest first',
    description: 'Deliveries are kept for some days after they were made.',
    pathParams: byId,
    query: webhookDeliveryQuery,
    responses: { ...ofOne, 200: success(webhookDeliveryList) },
  },
  resendWebhookDelivery: {
    method: 'POST',
    path: '/webhook-endpoints/:id/deliveries/:deliveryId/resend',
    summary: 'Deliver an event again',
    description:
      'Takes no body. Sends it at once, delivered before or not, with the same `webhook-id` and with as many retries as the first time. 400 while the endpoint is disabled.',
    pathParams: z.object({ id: z.string(), deliveryId: z.string() }),
    body: null,
    responses: { ...ofOne, 200: success(webhookDeliveryRecord) },
  },
} as const;
