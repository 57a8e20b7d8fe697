import { type ApiDocument, resolved, type Schema } from './document.ts';

/** A kind of value that a schema allows: an option of its unions, without references; null is a kind of its own. */
export interface Kind extends Schema {
  /** The schemas that references led through, to notice those that contain themselves. */
  readonly refs: readonly string[];
}

/** Returns the kinds of values that a schema allows; an empty schema allows one kind, anything. */
export function kindsOf(
  document: ApiDocument,
  schema: Schema,
  refs: readonly string[] = [],
): readonly Kind[] {
  if (schema.$ref !== undefined) {
    return kindsOf(document, resolved(document, schema), [...refs, schema.$ref]);
  }
  const { nullable, allOf, anyOf, oneOf, ...own } = schema;
  const options = anyOf ?? oneOf;
  const kinds = options
    ? options.flatMap((option) => kindsOf(document, option, refs))
    : (allOf ?? []).reduce<readonly Kind[]>(
        (joined, part) => {
          const parts = kindsOf(document, part, refs);
          return joined.flatMap((kind) => parts.map((one) => joinedKind(kind, one)));
        },
        [{ ...withoutNull(own), refs }],
      );
  return nullable ? [...kinds, { enum: [null], refs }] : kinds;
}

/** The generator lists null in an enumeration that is nullable. */
const withoutNull = (schema: Schema): Schema =>
  schema.enum ? { ...schema, enum: schema.enum.filter((value) => value !== null) } : schema;

const joinedKind = (one: Kind, other: Kind): Kind => ({
  ...one,
  ...other,
  ...((one.properties ?? other.properties) && {
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  }),
  refs: [...one.refs, ...other.refs],
});

/** Whether a kind says nothing about its values. */
export const isAnything = ({ type, enum: values, properties }: Kind): boolean =>
  type === undefined && values === undefined && properties === undefined;

/** Returns all values of a kind that has few; undefined for any other. */
export function valuesOf({ type, enum: values }: Kind): readonly unknown[] | undefined {
  return values ?? (type === 'boolean' ? [true, false] : undefined);
}

/** Whether a kind takes a single value. */
export function takes(kind: Kind, value: unknown): boolean {
  const values = valuesOf(kind);
  if (values) return values.includes(value);
  return isAnything(kind) || (kind.type === 'integer' ? Number.isInteger(value) : kind.type === typeof value);
}

const uppers = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowers = ['minimum', 'minLength', 'minItems', 'minProperties'];
const equals = ['pattern', 'format', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'];

/**
 * Lists the limits of a reader that its writer does not keep.
 * @returns a sentence for each
 */
export function looserLimits(writer: Kind, reader: Kind): readonly string[] {
  const isKept = (keyword: string) => {
    const [kept, limit] = [writer[keyword], reader[keyword]];
    if (typeof kept !== 'number' || typeof limit !== 'number') return kept === limit;
    if (uppers.includes(keyword)) return kept <= limit;
    return lowers.includes(keyword) ? kept >= limit : kept === limit;
  };
  return [...uppers, ...lowers, ...equals]
    .filter((keyword) => reader[keyword] !== undefined && !isKept(keyword))
    .map((keyword) => `${keyword} ${String(reader[keyword])} is expected, and not kept`);
}
