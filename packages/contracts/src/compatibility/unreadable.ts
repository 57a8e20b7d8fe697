import type { z } from 'zod';
import { type Definition, definitionOf, isMarker, unwrapped, valuesOf } from './definitions.ts';
import { looserChecks } from './looser-checks.ts';

/** A field of which a writer may send something that a reader refuses. */
export interface Unreadable {
  /** The field, as `scope.siteId`; `[]` is an item of a list, `{}` a value of a record. Empty for the whole message. */
  readonly path: string;
  readonly reason: string;
}

/**
 * Compares two schemas of one message, without any message: what may be sent by the first one and is refused by the second.
 * A field that the reader does not know is no fault, since it is dropped. Refinements and transformations are code and not
 * compared; samples try these.
 * @returns nothing if the reader takes whatever the writer may send
 */
export function unreadable(writer: z.ZodTypeAny, reader: z.ZodTypeAny, path = ''): readonly Unreadable[] {
  const readers = unwrapped(reader).filter((one) => !isMarker(one));
  return unwrapped(writer).flatMap((one) => {
    const values = valuesOf(one);
    if (values) return refusedValues(values, reader, path);
    const meant = readers.filter((other) => isMeantBy(one, other));
    return fewest((meant.length > 0 ? meant : readers).map((other) => faultsBetween(one, other, path)));
  });
}

/** Whether two options of unions have the same name, as `outcome: 'found'`, or none. */
function isMeantBy(writer: z.ZodTypeAny, reader: z.ZodTypeAny): boolean {
  const [sent, known] = [fieldsOf(writer), fieldsOf(reader)];
  return Object.entries(sent).every(([name, field]) => {
    const other = known[name];
    if (!other || definitionOf(field).typeName !== 'ZodLiteral') return true;
    return (
      definitionOf(other).typeName !== 'ZodLiteral' || other.safeParse(definitionOf(field).value).success
    );
  });
}

const fieldsOf = (schema: z.ZodTypeAny) => definitionOf(schema).shape?.() ?? {};

const refusedValues = (
  values: readonly unknown[],
  reader: z.ZodTypeAny,
  path: string,
): readonly Unreadable[] =>
  values
    .filter((value) => !reader.safeParse(value).success)
    .map((value) => ({ path, reason: `${JSON.stringify(value) ?? 'its absence'} is refused` }));

/** Of a union, one option is enough; if none does, that which comes nearest says what is missing. */
function fewest(options: readonly (readonly Unreadable[])[]): readonly Unreadable[] {
  const [first, ...rest] = options;
  return rest.reduce((least, one) => (one.length < least.length ? one : least), first ?? []);
}

function faultsBetween(writer: z.ZodTypeAny, reader: z.ZodTypeAny, path: string): readonly Unreadable[] {
  const [written, read] = [definitionOf(writer), definitionOf(reader)];
  if (read.typeName === 'ZodUnknown' || read.typeName === 'ZodAny') return [];
  if (written.typeName !== read.typeName) {
    return [{ path, reason: `${kindOf(written)} is refused, ${kindOf(read)} is expected` }];
  }
  switch (written.typeName) {
    case 'ZodObject':
      return faultsOfFields(written, read, path);
    case 'ZodArray':
      return [
        ...looserChecks(written, read).map((reason) => ({ path, reason })),
        ...unreadable(innerOf(written.type), innerOf(read.type), `${path}[]`),
      ];
    case 'ZodRecord':
      return unreadable(innerOf(written.valueType), innerOf(read.valueType), `${path}{}`);
    default:
      return looserChecks(written, read).map((reason) => ({ path, reason }));
  }
}

function faultsOfFields(written: Definition, read: Definition, path: string): readonly Unreadable[] {
  const [sent, known] = [written.shape?.() ?? {}, read.shape?.() ?? {}];
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const strange = read.unknownKeys === 'strict' ? Object.keys(sent).filter((field) => !known[field]) : [];
  return [
    ...strange.map((field) => ({ path: at(field), reason: 'it is not known, and the reader takes no more' })),
    ...Object.entries(known).flatMap(([field, reader]) => {
      const writer = sent[field];
      if (writer) return unreadable(writer, reader, at(field));
      return refusedValues([undefined], reader, at(field));
    }),
  ];
}

function innerOf(schema: z.ZodTypeAny | undefined): z.ZodTypeAny {
  if (!schema) throw new TypeError('the schema of an item is missing');
  return schema;
}

const kindOf = ({ typeName }: Definition) => typeName.replace('Zod', '').toLowerCase();
