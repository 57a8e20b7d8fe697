import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { isObject, type Json, type JsonObject } from './hoist.ts';
import { recordedExample } from './recorded-examples.ts';

const document = openApiDocument();
const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
const { schemas } = document['components'] as { schemas: Readonly<Record<string, JsonObject>> };
const operations = Object.values(paths).flatMap((item) => Object.values(item));

const pascal = (word: string) =>
  word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

/** The longest names that generators make: of an operation, or of a schema, with all that leads to an inline part. */
function generatedNames(node: Json, name: string): string[] {
  if (!isObject(node) || '$ref' in node) return [];
  const { properties, items, allOf, enum: values } = node;
  const inner = [
    ...(isObject(properties) ? Object.entries(properties) : []).flatMap(([field, schema]) =>
      generatedNames(schema, `${name}${pascal(field)}`),
    ),
    ...(items === undefined ? [] : generatedNames(items, `${name}Item`)),
    ...(Array.isArray(allOf) ? allOf.flatMap((one) => generatedNames(one, `${name}AllOf`)) : []),
  ];
  return values !== undefined || isObject(properties) ? [name, ...inner] : inner;
}

const schemasIn = (operation: JsonObject): [place: string, schema: Json][] => {
  const contents = (part: Json | undefined, place: string): [string, Json][] =>
    isObject(part) && isObject(part['content'])
      ? Object.values(part['content']).map((media) => [place, (media as JsonObject)['schema'] ?? null])
      : [];
  const responses = Object.entries(operation['responses'] as JsonObject);
  return [
    ...contents(operation['requestBody'], 'Body'),
    ...responses.flatMap(([status, response]) => contents(response, status)),
  ];
};

describe('the names of the OpenAPI document', () => {
  it('are at most 60 characters long, also those that generators make of them', () => {
    const names = [
      ...Object.entries(schemas).flatMap(([name, schema]) => [name, ...generatedNames(schema, name)]),
      ...operations.flatMap((operation) =>
        schemasIn(operation).flatMap(([place, schema]) =>
          generatedNames(schema, `${pascal(String(operation['operationId']))}${place}`),
        ),
      ),
    ];
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => name.length > 60)).toEqual([]);
  });

  it('leave no object without one, but for the envelope of answers', () => {
    const unnamed: string[] = [];
    const walk = (node: Json, place: string): void => {
      if (Array.isArray(node)) for (const [index, one] of node.entries()) walk(one, `${place}/${index}`);
      if (!isObject(node)) return;
      const { properties } = node;
      if (isObject(properties) && node['type'] === 'object' && !('success' in properties))
        unnamed.push(place);
      for (const [key, inner] of Object.entries(node)) {
        if (!key.startsWith('example')) walk(inner, `${place}/${key}`);
      }
    };
    walk(paths as unknown as Json, 'paths');
    for (const [name, { properties = null }] of Object.entries(schemas)) walk(properties, name);
    expect(unnamed).toEqual([]);
  });

  it('are all used', () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused).toEqual([]);
  });
});

describe('the id of a record', () => {
  it('has a pattern, by the kind of the record', () => {
    const patternOf = (name: string) => Object(schemas[name]).properties?.id?.pattern;
    expect(['UsTextCheck', 'MainVideoReport', 'IntlCustomRule', 'UsBatchItem'].map(patternOf)).toEqual(
      ['text', 'report', 'rule', 'batch'].map((prefix) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`),
    );
    const records = Object.entries(schemas).filter(([, { properties }]) =>
      // An event tells of records of several kinds.
      isObject(properties ?? null)
        ? 'id' in Object(properties) && 'enum' in Object(Object(properties).object)
        : false,
    );
    expect(records.length).toBeGreaterThan(30);
    for (const [name] of records) expect(patternOf(name), name).toBeTruthy();
  });
});

describe('an operation', () => {
  it('has a description, a declared tag, and examples of its body and of each answer', () => {
    const declared = (document['tags'] as JsonObject[]).map(({ name }) => name);
    for (const operation of operations) {
      const { operationId, description, tags } = operation;
      expect(description, String(operationId)).toBeTruthy();
      expect(declared).toEqual(expect.arrayContaining(tags as string[]));
      const contents = [
        operation['requestBody'],
        ...Object.values(operation['responses'] as JsonObject),
      ].flatMap((part) =>
        isObject(part ?? null) ? Object.values((part as JsonObject)['content'] ?? {}) : [],
      ) as JsonObject[];
      // Of a form each field has one, and a file is no JSON.
      if (operationId === 'assets.get') continue;
      for (const media of contents) {
        const isForm = JSON.stringify(media['schema']).includes('UploadFormBody');
        if (!isForm) expect(media, String(operationId)).toHaveProperty('example');
      }
    }
  });

  it('shows a recorded answer of each success, and the id of a record in each path that takes one', () => {
    for (const operation of operations) {
      const { operationId, responses, parameters } = operation;
      if (operationId === 'assets.get') continue;
      const id = operationId === 'uploads.post' ? 'us.uploads.post' : String(operationId);
      const recorded = recordedExample(id);
      const success = (responses as JsonObject)[String(recorded?.status)] as JsonObject | undefined;
      const [media] = Object.values((success?.['content'] ?? {}) as JsonObject) as JsonObject[];
      expect(media?.['example'], `${id} is not recorded: infra/acceptance/test/examples.test.ts`).toEqual(
        recorded?.answer,
      );
      const inPath = ((parameters ?? []) as JsonObject[]).filter((one) => one['in'] === 'path');
      for (const parameter of inPath) expect(parameter['example'], id).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
    }
  });

  it('of uploads and files has an example of each field, and of the parameters', () => {
    const { UploadFormBody: form = {}, StoredFile: stored = {} } = schemas;
    const fields = [form, stored].flatMap(({ properties }) => Object.entries(properties as JsonObject));
    const parameters: readonly JsonObject[] = Object(paths['/assets/{key}']?.['get']).parameters;
    const described = [...fields, ...parameters.map((one) => [one['name'], one] as const)];
    expect(described).toHaveLength(12);
    for (const [name, schema] of described) {
      if (name !== 'file') expect(schema, String(name)).toHaveProperty('example');
    }
  });

  it('of a site takes the keys of that site alone', () => {
    for (const [path, item] of Object.entries(paths)) {
      const key = path.startsWith('/v1/intl/us')
        ? 'usKey'
        : path.startsWith('/v1/intl/id')
          ? 'idKey'
          : 'mainKey';
      const expected = path.startsWith('/v1') ? [{ [key]: [] }] : [];
      for (const { security } of Object.values(item)) expect(security, path).toEqual(expected);
    }
  });
});
