/** Says what stands for a value in the JSON: itself, or a name for what is written elsewhere. */
export type Replace = (value: unknown, field: string) => unknown;

const asItIs: Replace = (value) => value;

/**
 * Writes a value as JSON with sorted keys, so that equal values give equal lines. Maps become objects, sets sorted lists;
 * a field that is undefined is left out.
 */
export const canonicalJson = (value: unknown, replace: Replace = asItIs): string =>
  JSON.stringify(canonical(value, '', replace)) ?? 'null';

function canonical(original: unknown, field: string, replace: Replace): unknown {
  const value = replace(original, field);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return canonical(Object.fromEntries(value), '', replace);
  if (value instanceof Set) return [...value].map((one) => canonical(one, '', replace)).sort();
  if (Array.isArray(value)) return value.map((one) => canonical(one, '', replace));
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, canonical(one, name, replace)]));
}
