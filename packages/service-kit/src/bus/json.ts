import type { z } from 'zod';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const encodeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: string };

/** Parses JSON; undefined if the bytes are no JSON. */
export function decodeJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(data));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const decodeText = (data: Uint8Array): string => decoder.decode(data);

/** Parses bytes by a schema. `fault` names paths, never values: a payload may have data that must not be logged. */
export function decodeBy<S extends z.ZodTypeAny>(schema: S, data: Uint8Array): Decoded<z.output<S>> {
  const result = schema.safeParse(decodeJson(data));
  if (result.success) return { ok: true, value: result.data };
  const places = result.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'payload'}: ${issue.code}`);
  return { ok: false, fault: places.join(', ') };
}
