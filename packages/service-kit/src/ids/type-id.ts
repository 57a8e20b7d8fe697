import { createHash } from 'node:crypto';
import { TypeID, typeid } from 'typeid-js';

/** A TypeID: its prefix, an underscore and a UUIDv7 in 26 characters of base 32 (typeid spec 0.3). */
export type TypeIdOf<P extends string> = `${P}_${string}`;

const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * A new id, sortable by the time it was made.
 * @param prefix what the id names, in lower case letters and underscores
 * @returns `<prefix>_<26 characters>`
 */
export function createId<P extends string>(prefix: P): TypeIdOf<P> {
  return `${prefix}_${typeid(prefix).getSuffix()}`;
}

/** Whether a value is an id of this prefix. */
export function isId<P extends string>(prefix: P, value: unknown): value is TypeIdOf<P> {
  return (
    typeof value === 'string' &&
    value.startsWith(`${prefix}_`) &&
    suffixPattern.test(value.slice(prefix.length + 1))
  );
}

/**
 * When an id was made.
 * @param id any TypeID
 * @returns milliseconds since 1970, from the 48 time bits of the UUIDv7 (RFC 9562, 5.7)
 * @throws Error when it is no TypeID
 */
export function idTimeMs(id: string): number {
  const bytes = TypeID.fromString(id).toUUIDBytes();
  return bytes.slice(0, 6).reduce((time, byte) => time * 256 + byte, 0);
}

const timeBytes = 6;

/**
 * Returns the least id that could have been made at a time: a bound for a range of ids.
 * @param prefix what ids of the range name
 * @param timeMs milliseconds since 1970
 */
export function firstIdAt<P extends string>(prefix: P, timeMs: number): TypeIdOf<P> {
  const bytes = new Uint8Array(16);
  for (let at = timeBytes - 1, left = timeMs; at >= 0; at--) {
    bytes[at] = left % 256;
    left = Math.floor(left / 256);
  }
  return `${prefix}_${TypeID.fromUUIDBytes(prefix, bytes).getSuffix()}`;
}

/**
 * An id that is the same each time it is asked for: made when the other one was, the rest of it from a hash of that and
 * the name. Its version says 7 as every id's does (RFC 9562, 5.7).
 * @param prefix what the id names
 * @param from the TypeID that it belongs to
 * @param name which of the ids that belong to it
 * @throws Error when `from` is no TypeID
 */
export function deriveId<P extends string>(prefix: P, from: string, name: string): TypeIdOf<P> {
  const bytes = createHash('sha256').update(`${from}:${name}`).digest().subarray(0, 16);
  bytes.set(TypeID.fromString(from).toUUIDBytes().subarray(0, timeBytes));
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return `${prefix}_${TypeID.fromUUIDBytes(prefix, bytes).getSuffix()}`;
}
