import { webhookEvents } from '@redline/contracts';
import type { JsonObject } from './hoist.ts';
import { webhookEventName } from './schema-names.ts';

const refOf = (type: string) => `#/components/schemas/${webhookEventName(type)}`;
const types = Object.keys(webhookEvents);

const example = {
  type: 'check.completed',
  timestamp: '2026-11-29T08:30:00.412Z',
  data: {
    id: 'text_01jd8q3h6fe1r9e5k0v7m2n400',
    object: 'intl_text_check',
    kind: 'text',
    status: 'completed',
    site: 'us',
    tenant: null,
    mode: 'live',
    batchId: null,
    links: { self: '/v1/intl/us/text/checks/text_01jd8q3h6fe1r9e5k0v7m2n400' },
  },
};

const headers = [
  [
    'webhook-id',
    'The same for each attempt: drop an event whose id you have seen',
    'event_01jd8q3h6fe1r9e5k0v7m2n400',
  ],
  ['webhook-timestamp', 'Seconds since 1970 of this attempt: refuse one that is not of now', '1764405000'],
  [
    'webhook-signature',
    'One or more of `v1,` and an HMAC-SHA256 in base64, with spaces between: of `{webhook-id}.{webhook-timestamp}.{body}`, by the secret of the endpoint',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
] as const;

/**
 * Describes what is posted to an endpoint, as a callback of the operation that made it: OpenAPI 3.0 has no other place.
 * @param operationId of that operation
 */
export const webhookCallbacks = (operationId: string): JsonObject => ({
  event: {
    '{$request.body#/url}': {
      post: {
        operationId: `${operationId}.event`,
        summary: 'What is posted to your endpoint',
        description:
          'Signed by the Standard Webhooks convention. At least once, in no order; what is not answered 2xx within the time-out comes again.',
        security: [],
        parameters: headers.map(([name, description, value]) => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
          example: value,
        })),
        requestBody: {
          required: true,
          description: 'The event. New types and fields may be added',
          content: {
            'application/json': {
              schema: {
                oneOf: types.map((type) => ({ $ref: refOf(type) })),
                discriminator: {
                  propertyName: 'type',
                  mapping: Object.fromEntries(types.map((type) => [type, refOf(type)])),
                },
              },
              example,
            },
          },
        },
        responses: {
          '2XX': { description: 'Received: it is not sent again' },
          '410': { description: 'The endpoint is disabled' },
          default: { description: 'Not received: it comes again, ever more rarely, for a day' },
        },
      },
    },
  },
});
