import { type IdKind, idPattern } from '@redline/contracts';
import { isObject, type Json, type JsonObject } from './hoist.ts';

/** The kinds of ids of records, by `object` as the main site has it. */
const kinds: Readonly<Record<string, IdKind>> = {
  text_check: 'text',
  image_check: 'image',
  video_check: 'video',
  video_check_report: 'report',
  batch: 'batch',
  custom_rule: 'word',
  webhook_endpoint: 'webhookEndpoint',
  webhook_delivery: 'webhookDelivery',
};

/** Adds the pattern of its ids to each schema of a record, by its `object`. */
export const withIdPatterns = (schemas: Readonly<Record<string, Json>>): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withIdPattern(schema)]));

function withIdPattern(schema: Json): Json {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(schema) || !isObject(properties)) return schema;
  const { id, object } = properties;
  const [name] = isObject(object) && Array.isArray(object['enum']) ? object['enum'] : [];
  const kind = kinds[String(name).replace(/^intl_/, '')];
  if (!isObject(id) || kind === undefined) return schema;
  return { ...schema, properties: { ...properties, id: { ...id, pattern: idPattern(kind).source } } };
}
