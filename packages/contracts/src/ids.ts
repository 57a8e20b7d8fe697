import { z } from 'zod';

/** The prefixes of TypeIDs, by kind of id. */
export const idPrefixes = {
  account: 'acct',
  key: 'key',
  grant: 'grant',
  text: 'text',
  image: 'image',
  video: 'video',
  fix: 'fix',
  batch: 'batch',
  batchItem: 'item',
  report: 'report',
  word: 'rule',
  webhookEndpoint: 'endpoint',
  webhookEvent: 'event',
  webhookDelivery: 'delivery',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** A TypeID is its prefix, an underscore and a UUIDv7 in 26 characters of Crockford base 32 (typeid spec 0.3). */
const suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** Returns the pattern of the ids of one kind. */
export const idPattern = (kind: IdKind): RegExp => new RegExp(`^${idPrefixes[kind]}_${suffix}$`);

/**
 * Builds the schema of an id of one kind.
 * @returns a zod string that accepts exactly the TypeIDs of that kind
 */
export function idSchema(kind: IdKind) {
  return z.string().regex(idPattern(kind), `must be an id of the form ${idPrefixes[kind]}_…`);
}
