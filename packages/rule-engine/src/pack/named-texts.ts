import type { Localized } from './pack.ts';
import { type PackFault, type PackSource, placeIn } from './read-source.ts';

/** Fields of rules and detector labels that say something to people: a text in each locale, or the name of one. */
export const textFields = ['category', 'suggestion', 'tierReason', 'insert', 'description'] as const;

/** Texts by their names. */
export type NamedTexts = Readonly<Record<string, Localized>>;

/**
 * Puts texts in place of their names.
 * @param source what the fields were written in; a name that no text has becomes a fault there
 */
export function withTexts(
  fields: Readonly<Record<string, unknown>>,
  texts: NamedTexts,
  source: PackSource,
  faults: PackFault[],
): Record<string, unknown> {
  const resolved = { ...fields };
  for (const field of textFields) {
    const name = fields[field];
    if (typeof name !== 'string') continue;
    const text = texts[name];
    if (text) resolved[field] = text;
    else faults.push({ ...placeIn(source, [field]), reason: `${field}: there is no text "${name}"` });
  }
  return resolved;
}
