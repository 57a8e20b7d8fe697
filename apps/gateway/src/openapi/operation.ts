import type { Site } from '@redline/contracts';
import { isObject, type Json, type JsonObject } from './hoist.ts';
import { descriptionOf, parameterExample, parameterRef } from './parameters.ts';
import { type RecordedExample, recordedExample, reportExample } from './recorded-examples.ts';
import { failureRef, isFailureStatus, successParts } from './responses.ts';
import { tagOf } from './tags.ts';
import { webhookCallbacks } from './webhook-callbacks.ts';

/** Where an operation is, and of what kind. */
interface Place {
  readonly path: string;
  readonly site: Site;
  readonly isSubmission: boolean;
  /** The security scheme of the site's keys. */
  readonly scheme: string;
}

/** Completes an operation as ts-rest writes it: tag, key, headers, examples, and every failure with its codes. */
export function describeOperation(operation: JsonObject, place: Place): JsonObject {
  const operationId = String(operation['operationId']);
  const routeName = operationId.split('.').at(-1) ?? '';
  const isStream = routeName === 'streamVideoReport';
  const body = operation['requestBody'];
  const summary = String(operation['summary']);
  return {
    ...operation,
    description: operation['description'] ?? `${summary}.`,
    tags: [tagOf(place.site, routeName)],
    security: [{ [place.scheme]: [] }],
    parameters: [
      ...parametersOf(operation, place),
      parameterRef('EndTenant'),
      ...(place.isSubmission ? [parameterRef('IdempotencyKey')] : []),
      ...(mayWait(operation) ? [parameterRef('Prefer')] : []),
      ...(isStream ? [parameterRef('LastEventId')] : []),
    ],
    ...(isObject(body) && { requestBody: bodyOf(body, operation, routeName) }),
    ...(routeName === 'createWebhookEndpoint' && { callbacks: webhookCallbacks(operationId) }),
    responses: responsesOf(operation, place, isStream),
  };
}

/** Tells whether the answer may wait for the end of what is submitted. */
const mayWait = ({ parameters }: JsonObject): boolean =>
  Array.isArray(parameters) && parameters.some((one) => isObject(one) && one['name'] === 'wait');

function parametersOf(operation: JsonObject, { path, site }: Place): Json[] {
  const parameters = operation['parameters'];
  if (!Array.isArray(parameters)) return [];
  return parameters.filter(isObject).map((parameter) => {
    const schema = isObject(parameter['schema']) ? parameter['schema'] : {};
    const { description: said, ...rest } = schema;
    const description =
      parameter['description'] ?? said ?? descriptionOf(String(parameter['name']), String(parameter['in']));
    const example = parameterExample(String(parameter['name']), path, site.id);
    return {
      ...parameter,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: rest,
    };
  });
}

const withOptionalBody: ReadonlySet<string> = new Set(['fixTextCheck', 'rotateWebhookEndpointSecret']);

/** A body that every field of is optional may be left out. */
function bodyOf(body: JsonObject, operation: JsonObject, routeName: string): JsonObject {
  const example = exampleOf(operation)?.request;
  const media = isObject(body['content']) ? body['content']['application/json'] : undefined;
  if (!isObject(media)) return body;
  const isOptional = routeName.endsWith('TextFix') || withOptionalBody.has(routeName);
  return {
    description: 'JSON in UTF-8; unknown fields are ignored',
    required: !isOptional,
    content: { 'application/json': { ...media, ...(example !== undefined && { example }) } },
  };
}

/** Returns what the product answered to this operation; undefined for one that is not recorded yet. */
const exampleOf = (operation: JsonObject) => recordedExample(String(operation['operationId']));

function responsesOf(operation: JsonObject, { isSubmission }: Place, isStream: boolean): JsonObject {
  const written = isObject(operation['responses']) ? operation['responses'] : {};
  const ofBody = operation['requestBody'] ? ['413', '415'] : [];
  const statuses = [...new Set([...Object.keys(written), '405', ...ofBody])].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      if (isFailureStatus(status)) return [status, failureRef(status)];
      const parts = successParts(status, { mayBeReplay: isSubmission, mayWait: mayWait(operation) });
      if (status === '204') return [status, parts];
      if (isStream) return [status, { ...parts, ...streamContent }];
      return [status, { ...parts, ...contentOf(written[status], status, exampleOf(operation)) }];
    }),
  );
}

/** The body of the stream, since ts-rest describes every answer as JSON. */
const streamContent: JsonObject = {
  description: 'Server-sent events, until `complete` or `error`; a comment line every 15 s',
  content: { 'text/event-stream': { schema: { type: 'string' }, example: reportExample.stream } },
};

function contentOf(
  response: Json | undefined,
  status: string,
  recorded: RecordedExample | undefined,
): JsonObject {
  const content = isObject(response) ? response['content'] : undefined;
  const media = isObject(content) ? content['application/json'] : undefined;
  const schema = isObject(media) ? media['schema'] : undefined;
  if (!isObject(schema)) return {};
  const open = withAnyOf(schema);
  const example = recorded?.status === Number(status) ? recorded.answer : undefined;
  return { content: { 'application/json': { schema: open, ...(example !== undefined && { example }) } } };
}

/** A record that is still processing fits both schemas of a union; ts-rest writes each union as if it fitted one. */
function withAnyOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  const data = isObject(properties) ? properties['data'] : undefined;
  if (!isObject(properties) || !isObject(data) || data['oneOf'] === undefined) return schema;
  const { oneOf: anyOf, ...rest } = data;
  return { ...schema, properties: { ...properties, data: { ...rest, anyOf } } };
}
