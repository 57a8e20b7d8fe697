import { compile, type JSONSchema } from 'json-schema-to-typescript';

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json;
}
type Schemas = Readonly<Record<string, JsonObject>>;

/** The part of an OpenAPI 3.0 document that types are made of. */
export interface OpenApiDocument {
  readonly components: { readonly schemas: Schemas };
}

const banner = `// The schemas of the API reference, under the names that they have there. Written by generate/main.ts; a test of the
// whole product compares them with what the gateway serves.`;

const lineLengthMax = 110;

/** The form of an upload is posted by the client itself: nobody needs its type. */
const unused: ReadonlySet<string> = new Set(['UploadFormBody']);

/**
 * Writes the named schemas of an OpenAPI document as TypeScript interfaces, with their descriptions as comments.
 * @param document as `/openapi.json` serves it
 * @returns the text of a module that exports a type for each schema
 * @throws Error of json-schema-to-typescript for a schema that it cannot read
 */
export async function typesOfDocument({ components: { schemas } }: OpenApiDocument): Promise<string> {
  const named = Object.entries(schemas).filter(([name]) => !unused.has(name));
  const definitions = Object.fromEntries(
    named.map(([name, { nullable: _, ...schema }]) => [name, jsonSchemaOf(schema, schemas) as JSONSchema]),
  );
  const text = await compile({ definitions }, rootName, {
    additionalProperties: false,
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    style: { printWidth: lineLengthMax, singleQuote: true },
    unreachableDefinitions: true,
  });
  return withReadonlyLists(tidied(text));
}

/** json-schema-to-typescript writes one type for the schema that holds all others; it is taken out again. */
const rootName = 'AllSchemas';

/** Keywords that say nothing of a type, and would only be repeated in its comment. */
const left: ReadonlySet<string> = new Set(['example', 'nullable', 'maxItems', 'minItems']);

/** Writes a part of an OpenAPI 3.0 document in JSON Schema, which knows `null` as a type and has no `nullable`. */
function jsonSchemaOf(node: Json, schemas: Schemas): Json {
  if (Array.isArray(node)) return node.map((one) => jsonSchemaOf(one, schemas));
  if (!isObject(node)) return node;
  const { $ref: ref, type, nullable } = node;
  if (typeof ref === 'string') return referenceTo(ref.split('/').at(-1) ?? '', schemas);
  const entries = Object.entries(node).filter(([key, value]) => !left.has(key) && !isReadOnly(value));
  return {
    ...Object.fromEntries(entries.map(([key, value]) => [key, jsonSchemaOf(value, schemas)])),
    ...(nullable === true && type !== undefined && { type: [type, 'null'] }),
  };
}

/** Writes a reference; what refers to a schema that may be null may be null itself. */
function referenceTo(name: string, schemas: Schemas): Json {
  const reference = { $ref: `#/definitions/${name}` };
  return schemas[name]?.['nullable'] === true ? { anyOf: [reference, { type: 'null' }] } : reference;
}

/** A field of a body that is read-only is named for being refused: the type leaves it out. */
const isReadOnly = (field: Json) => isObject(field) && field['readOnly'] === true;

const isObject = (node: Json): node is JsonObject => typeof node === 'object' && node !== null;

/** Lets lists that are sent be read-only ones. */
const withReadonlyLists = (text: string): string =>
  text.replace(/^export interface \w+(?:Submission|Body|Change|Question) \{[^}]*\}$/gm, (body) =>
    body.replace(/: (?=(?:\w+|\([^()]*\))\[\];)/g, ': readonly ').replace(longList, shortened),
  );

const longList = /^( *)(\w+\??: readonly) \((.{80,})\)\[\];$/gm;
const shortened = (line: string, margin: string, field: string, values: string): string => {
  if (line.length <= lineLengthMax) return line;
  const rows = values.split(' | ').map((value) => `${margin}  | ${value}\n`);
  return `${margin}${field} (\n${rows.join('')}${margin})[];`;
};

/** Takes out what the library says of itself, and writes short comments in one line. */
const tidied = (text: string): string =>
  text
    .replace(/export interface AllSchemas \{[^}]*\}\n/, '')
    .replace(/^ \*(?: *\n \*)? This interface was referenced by `AllSchemas`'s[^\n]*\n \* via[^\n]*\n/gm, '')
    .replace(/^\/\*\*\n \*\/\n/gm, '')
    .replace(/^( *)\/\*\*\n *\* ([^\n]{1,98})\n *\*\/$/gm, '$1/** $2 */')
    .replace(/^\}\n(?=\S)/gm, '}\n\n');
