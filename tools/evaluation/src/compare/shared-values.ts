import { createHash } from 'node:crypto';
import { canonicalJson, type Replace } from './canonical.ts';

/** Values that repeat from answer to answer, such as wordings: written once, each under a name made of its content. */
export interface SharedValues {
  readonly replace: Replace;
  /** Names and JSON of what has been replaced since the last call. */
  readonly takeNew: () => (readonly [name: string, json: string])[];
}

/** Shorter strings are no longer than their names. */
const stringLengthMin = 60;
const sharedFields: ReadonlySet<string> = new Set(['wording', 'topics']);

/** Without this a dump of 50,000 inputs has 2.5 GB. */
export function createSharedValues(): SharedValues {
  const names = new Map<string, string>();
  const ofObjects = new WeakMap<object, string>();
  let added: (readonly [string, string])[] = [];
  const nameOf = (json: string): string => {
    const known = names.get(json);
    if (known) return known;
    const name = `#${createHash('sha256').update(json).digest('base64url').slice(0, 16)}`;
    names.set(json, name);
    added.push([name, json]);
    return name;
  };
  const replace: Replace = (value, field) => {
    if (typeof value === 'string')
      return value.length < stringLengthMin ? value : nameOf(JSON.stringify(value));
    if (!sharedFields.has(field) || typeof value !== 'object' || value === null) return value;
    const name = ofObjects.get(value) ?? nameOf(canonicalJson(value, replace));
    ofObjects.set(value, name);
    return name;
  };
  return {
    replace,
    takeNew() {
      const taken = added;
      added = [];
      return taken;
    },
  };
}
