/** A JSON value of an OpenAPI document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that describe a field rather than its type: they stay beside the reference to the schema. */
const ownKeys: ReadonlySet<string> = new Set(['description', 'example', 'default']);

/** Writes a schema in one form, without what a field says of itself; equal schemas have equal texts. */
const textOf = (schema: JsonObject): string =>
  JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([key]) => !ownKeys.has(key))));

const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Replaces schemas that have a name by references, wherever they are: ts-rest writes each in full at each place.
 * @param named schemas in full, by name; of two that are equal the first name is used
 * @returns `replace` for any part of a document, and the named schemas themselves, which refer to each other
 */
export function hoist(named: Readonly<Record<string, JsonObject>>): {
  readonly replace: (value: Json) => Json;
  readonly schemas: Readonly<Record<string, Json>>;
} {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(named)) {
    if (!names.has(textOf(schema))) names.set(textOf(schema), name);
  }
  const within = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
  const replace = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isObject(value)) return value;
    const name = typeof value['type'] === 'string' ? names.get(textOf(value)) : undefined;
    if (name === undefined) return within(value);
    const own = Object.entries(value).filter(
      ([key, inner]) => ownKeys.has(key) && inner !== named[name]?.[key],
    );
    // A reference may have nothing beside it in OpenAPI 3.0.
    return own.length === 0 ? refTo(name) : { ...Object.fromEntries(own), allOf: [refTo(name)] };
  };
  const schemas = [...new Set(names.values())].sort().map((name) => [name, within(named[name] ?? {})]);
  return { replace, schemas: Object.fromEntries(schemas) };
}
