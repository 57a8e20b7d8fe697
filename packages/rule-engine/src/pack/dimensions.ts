import type { PackMeta } from './meta-schema.ts';

/** The part of a pack that lists where texts can be published. */
type Dimensions = Pick<PackMeta, 'dimensions'>;

/** Values by the name of their dimension, as a rule names them. */
export type DimensionValues = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The place where a text is published: one value a dimension. A dimension that is left out applies the rules of all its values,
 * unless the pack says which value is meant then.
 */
export type Selection = Readonly<Record<string, string | undefined>>;

/** Tells whether what is narrowed to some values applies to a text published there. */
export function appliesTo(only: DimensionValues, selection: Selection, meta: Dimensions): boolean {
  for (const [name, values] of only) {
    const selected = selection[name] ?? meta.dimensions[name]?.unsaid;
    if (selected === undefined || values.has(selected)) continue;
    const general = meta.dimensions[name]?.general;
    if (general?.runs !== 'every' || selected !== general.value) return false;
  }
  return true;
}

/** Tells whether a text is published where one of the dimensions says so. */
export function isPublishedIn(places: DimensionValues, selection: Selection): boolean {
  return [...places].some(([name, values]) => values.has(selection[name] ?? ''));
}

/** A place for an example of a rule that says none: the rule's first value, else the general one, else the first. */
export function defaultSelection(only: DimensionValues, meta: Dimensions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(meta.dimensions).map(([name, { values, general }]) => [
      name,
      [...(only.get(name) ?? [general?.value ?? values[0] ?? ''])][0] ?? '',
    ]),
  );
}

/** The first fault of values given by dimension: an unknown dimension or value. */
export function faultOfValues(
  values: Readonly<Record<string, readonly string[]>>,
  meta: Dimensions,
): string | null {
  for (const [name, named] of Object.entries(values)) {
    const dimension = meta.dimensions[name];
    if (!dimension) return `there is no dimension "${name}"`;
    const unknown = named.find((value) => !dimension.values.includes(value));
    if (unknown !== undefined) return `unknown ${name} "${unknown}"`;
  }
  return null;
}
