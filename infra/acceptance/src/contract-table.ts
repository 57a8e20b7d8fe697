/** The contract as a client has to know it: each route by `METHOD path`, each schema by its name. */
export interface ContractTable {
  readonly routes: Readonly<Record<string, RouteRow>>;
  /** The type of each field; a name that ends in `?` may be absent. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface RouteRow {
  readonly name: string;
  /** Parameters of the query, separated by commas. */
  readonly query: string;
  /** `yes` if it takes an `Idempotency-Key`. */
  readonly key: string;
  readonly body: string;
  /** The payload of each 2xx. */
  readonly answer: string;
}

/** An OpenAPI document, as far as it is read here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly $ref?: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | boolean | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/**
 * Reduces an OpenAPI document to what a client must know of it, so that what a client does know can be compared with it:
 * nothing of descriptions, examples and limits.
 */
export function contractTable({ paths, components: { schemas } }: Document): ContractTable {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, rowOf(operation, schemas)] as const,
    ),
  );
  const fields = Object.entries(schemas).map(([name, schema]) => [name, fieldsOf(schema, schemas)] as const);
  return { routes: Object.fromEntries(routes), schemas: Object.fromEntries(fields) };
}

type Schemas = Document['components']['schemas'];

function rowOf(operation: Operation, schemas: Schemas): RouteRow {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => payloadOf(Object.values(content ?? {})[0]?.schema, schemas));
  return {
    name: operationId.split('.').at(-1) ?? operationId,
    query: parameters.flatMap(({ in: place, name }) => (place === 'query' && name ? [name] : [])).join(','),
    key: parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ? 'yes' : 'no',
    body: payloadOf(Object.values(requestBody?.content ?? {})[0]?.schema, schemas),
    answer: [...new Set(answers)].join(' or '),
  };
}

/** Returns the type of what is inside the envelope of an answer. */
function payloadOf(schema: Schema | undefined, schemas: Schemas): string {
  if (!schema) return 'nothing';
  return typeOf(schema.properties?.['data'] ?? schema, schemas);
}

function fieldsOf({ properties = {}, required = [] }: Schema, schemas: Schemas) {
  const rows = Object.entries(properties).map(
    ([name, schema]) => [required.includes(name) ? name : `${name}?`, typeOf(schema, schemas)] as const,
  );
  return Object.fromEntries(rows);
}

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

function typeOf(schema: Schema, schemas: Schemas): string {
  const bare = bareTypeOf(schema, schemas);
  return isNullable(schema, schemas) ? `${bare} or null` : bare;
}

function isNullable({ nullable, $ref, allOf }: Schema, schemas: Schemas): boolean {
  if (nullable) return true;
  const target = $ref && schemas[nameOf($ref)];
  if (target) return isNullable(target, schemas);
  return allOf?.some((part) => isNullable(part, schemas)) ?? false;
}

function bareTypeOf(schema: Schema, schemas: Schemas): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.allOf?.[0]) return bareTypeOf(schema.allOf[0], schemas);
  if (schema.anyOf) return schema.anyOf.map((part) => bareTypeOf(part, schemas)).join(' or ');
  if (schema.enum) return schema.enum.filter((value) => value !== null).join('|');
  if (schema.type === 'array') return `[${schema.items ? typeOf(schema.items, schemas) : 'any'}]`;
  if (schema.type === 'string') return schema.format ?? 'string';
  return schema.type ?? 'any';
}
