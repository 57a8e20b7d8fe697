import type { z } from 'zod';

/** The part of zod's definitions that schemas of messages use. */
export interface Definition {
  readonly typeName: string;
  readonly checks?: readonly Check[];
  readonly shape?: () => Readonly<Record<string, z.ZodTypeAny>>;
  readonly unknownKeys?: string;
  readonly type?: z.ZodTypeAny;
  readonly innerType?: z.ZodTypeAny;
  readonly schema?: z.ZodTypeAny;
  readonly valueType?: z.ZodTypeAny;
  readonly options?: readonly z.ZodTypeAny[];
  readonly value?: unknown;
  readonly values?: readonly string[];
  readonly minLength?: { readonly value: number } | null;
  readonly maxLength?: { readonly value: number } | null;
}

/** A limit of a string or a number, such as `{kind: 'min', value: 1}`. */
export interface Check {
  readonly kind: string;
  readonly value?: unknown;
  readonly regex?: RegExp;
}

export const definitionOf = (schema: z.ZodTypeAny): Definition => schema._def as Definition;

/** Stands for a field that is left out. */
const absent = Symbol('absent');

/** A value that stands for a schema of its own: null, or the absence of a field. */
const marker = (value: unknown) => ({ _def: { typeName: 'marker', value } }) as unknown as z.ZodTypeAny;

export const isMarker = (schema: z.ZodTypeAny): boolean => definitionOf(schema).typeName === 'marker';

/**
 * Returns the kinds of values that a schema takes as they are sent: options of unions, each on its own, without what wraps
 * them. Absence of the field and null are kinds too.
 */
export function unwrapped(schema: z.ZodTypeAny): readonly z.ZodTypeAny[] {
  const { typeName, innerType, schema: inside, type, options } = definitionOf(schema);
  switch (typeName) {
    case 'ZodOptional':
    case 'ZodDefault':
      return [marker(absent), ...(innerType ? unwrapped(innerType) : [])];
    case 'ZodNullable':
      return [marker(null), ...(innerType ? unwrapped(innerType) : [])];
    case 'ZodReadonly':
    case 'ZodCatch':
      return innerType ? unwrapped(innerType) : [];
    case 'ZodEffects':
      return inside ? unwrapped(inside) : [];
    case 'ZodBranded':
      return type ? unwrapped(type) : [];
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion':
      return (options ?? []).flatMap(unwrapped);
    default:
      return [schema];
  }
}

/** Returns all values of a kind that has few; undefined for any other. */
export function valuesOf(schema: z.ZodTypeAny): readonly unknown[] | undefined {
  const { typeName, value, values } = definitionOf(schema);
  switch (typeName) {
    case 'marker':
      return [value === absent ? undefined : value];
    case 'ZodLiteral':
      return [value];
    case 'ZodEnum':
      return values;
    case 'ZodBoolean':
      return [true, false];
    case 'ZodNull':
      return [null];
    default:
      return undefined;
  }
}
