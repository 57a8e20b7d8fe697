import type { ApiDocument, Schema } from './document.ts';
import { isAnything, type Kind, kindsOf, looserLimits, takes, valuesOf } from './schema-kinds.ts';

/** Direction of a value: from the client of a release to the gateway, or the other way round. */
export interface Ends {
  readonly writer: ApiDocument;
  readonly reader: ApiDocument;
  /** Which of them is of the last release. */
  readonly released: 'writer' | 'reader';
}

/** A schema as the writer has it, and as the reader has it. */
export interface Sides {
  readonly writer: Schema;
  readonly reader: Schema;
}

/** A field of which something may be written that its reader does not expect, or that is gone. */
export interface SchemaBreak {
  /** The field, as `risks[].kind`; `{}` is a value of a map. Empty for the whole. */
  readonly path: string;
  readonly reason: string;
}

/** Fields whose closed lists grow: their readers are told to expect values that they do not know (docs/api/errors.md). */
const growing = /(^|\.)code$/;

/**
 * Compares the schema of a writer with that of its reader: what may be written and is not expected, and fields of the last
 * release that are gone. Fields that a reader does not know are no break, since it ignores them.
 */
export function schemaBreaks(ends: Ends, sides: Sides, path = ''): readonly SchemaBreak[] {
  return breaksOf(ends, sides, path, []);
}

function breaksOf(ends: Ends, sides: Sides, path: string, refs: readonly string[]): readonly SchemaBreak[] {
  const readers = kindsOf(ends.reader, sides.reader);
  return kindsOf(ends.writer, sides.writer).flatMap((kind) => {
    if (readers.some(isAnything)) return [];
    const values = valuesOf(kind);
    if (values) return unexpectedValues(ends, values, readers, path);
    const options = readers.filter((reader) => isMeantBy(ends, kind, reader));
    const candidates = options.length > 0 ? options : readers;
    return fewest(candidates.map((reader) => breaksBetween(ends, kind, reader, { path, refs })));
  });
}

function unexpectedValues(
  { released }: Ends,
  values: readonly unknown[],
  readers: readonly Kind[],
  path: string,
): readonly SchemaBreak[] {
  if (released === 'reader' && growing.test(path)) return [];
  return values
    .filter((value) => !readers.some((reader) => takes(reader, value)))
    .map((value) => ({ path, reason: `${JSON.stringify(value)} is not expected` }));
}

/** Whether two options of unions have the same names, as `status: processing`, or none. */
function isMeantBy({ writer, reader }: Ends, kind: Kind, other: Kind): boolean {
  return Object.entries(kind.properties ?? {}).every(([name, field]) => {
    const known = other.properties?.[name];
    if (!known) return true;
    const [sent, expected] = [kindsOf(writer, field), kindsOf(reader, known)];
    const values = sent.flatMap((one) => valuesOf(one) ?? []);
    if (values.length !== 1 || expected.some((one) => !valuesOf(one))) return true;
    return expected.some((one) => takes(one, values[0]));
  });
}

/** Of a union, one option is enough; if none does, that which comes nearest says what is wrong. */
function fewest(options: readonly (readonly SchemaBreak[])[]): readonly SchemaBreak[] {
  const [first = [], ...rest] = options;
  return rest.reduce((least, one) => (one.length < least.length ? one : least), first);
}

interface At {
  readonly path: string;
  /** The pairs of schemas that are being compared already. */
  readonly refs: readonly string[];
}

function breaksBetween(ends: Ends, kind: Kind, reader: Kind, { path, refs }: At): readonly SchemaBreak[] {
  if (isAnything(kind)) return [{ path, reason: `anything is sent, ${nameOf(reader)} is expected` }];
  if (kind.type !== reader.type && !(kind.type === 'integer' && reader.type === 'number')) {
    return [{ path, reason: `${nameOf(kind)} is sent, ${nameOf(reader)} is expected` }];
  }
  if (reader.enum) return [{ path, reason: `any ${nameOf(kind)} is sent, one of a list is expected` }];
  const limits = looserLimits(kind, reader).map((reason) => ({ path, reason }));
  const pair = `${kind.refs.at(-1)} ${reader.refs.at(-1)}`;
  const isNamed = kind.refs.length > 0 && reader.refs.length > 0;
  if (isNamed && refs.includes(pair)) return limits;
  const inside = isNamed ? [...refs, pair] : refs;
  if (kind.type === 'array') {
    const sides = { writer: kind.items ?? {}, reader: reader.items ?? {} };
    return [...limits, ...breaksOf(ends, sides, `${path}[]`, inside)];
  }
  return [...limits, ...breaksOfFields(ends, kind, reader, { path, refs: inside })];
}

function breaksOfFields(ends: Ends, kind: Kind, reader: Kind, { path, refs }: At): readonly SchemaBreak[] {
  const [sent, known] = [kind.properties ?? {}, reader.properties ?? {}];
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const [before, now] = ends.released === 'writer' ? [sent, known] : [known, sent];
  const gone = Object.keys(before).filter((field) => now[field] === undefined);
  const isSure = (field: string) => kind.required?.includes(field) === true;
  const missing = (reader.required ?? []).filter((field) => !isSure(field) && !gone.includes(field));
  const values = { writer: mapOf(kind), reader: mapOf(reader) };
  return [
    ...gone.map((field) => ({ path: at(field), reason: 'it is gone' })),
    ...missing.map((field) => ({ path: at(field), reason: 'it is required, and not always sent' })),
    ...Object.entries(known).flatMap(([field, schema]) => {
      const writer = sent[field];
      return writer ? breaksOf(ends, { writer, reader: schema }, at(field), refs) : [];
    }),
    ...(values.writer && values.reader
      ? breaksOf(ends, { writer: values.writer, reader: values.reader }, `${path}{}`, refs)
      : []),
  ];
}

/** Returns the schema of the values of a map. */
const mapOf = ({ additionalProperties }: Kind): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

const nameOf = ({ type, enum: values }: Kind): string =>
  values ? values.map((value) => JSON.stringify(value)).join(', ') : (type ?? 'object');
