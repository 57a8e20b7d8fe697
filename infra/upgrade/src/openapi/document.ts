/** The part of a JSON Schema, as OpenAPI 3.0 writes it, that says which values are sent. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

interface Ref {
  readonly $ref?: string;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Parameter extends Ref {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface RequestBody extends Ref {
  readonly required?: boolean;
  readonly content?: Content;
}

export interface Response extends Ref {
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses?: Readonly<Record<string, Response>>;
  /** Alternatives, each with the schemes that it needs; empty where anybody may ask. */
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

/** The part of an OpenAPI document that clients depend on. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Returns the operations of a document by method and path: `POST /v1/text/checks`. */
export function operationsOf({ paths }: ApiDocument): ReadonlyMap<string, Operation> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [];
    }),
  );
  return new Map(operations);
}

/**
 * Follows a reference to a component of the same document.
 * @returns the part itself where it is none
 * @throws Error for a reference to nothing
 */
export function resolved<T extends Ref>({ components }: ApiDocument, part: T): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const found = components?.[kind]?.[name];
  if (found === undefined) throw new Error(`the OpenAPI document refers to ${part.$ref}, which it has not`);
  return found as T;
}

/** Fields of a document that only people read. */
const prose = new Set(['description', 'summary', 'title', 'example', 'examples', 'tags', 'externalDocs']);
const documentProse = ['info', 'servers', 'x-tagGroups'];

/** Returns a document without what only people read: the text in which releases are recorded. */
export function structureOf(document: object): ApiDocument {
  const parts = Object.entries(document).filter(([name]) => !documentProse.includes(name));
  return withoutProse(Object.fromEntries(parts), '') as ApiDocument;
}

/** Under `properties` names are those of fields: one may be called `title`. */
function withoutProse(value: unknown, under: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one, ''));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => under === 'properties' || !prose.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutProse(one, name)]));
}
