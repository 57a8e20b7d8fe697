import type { Ask, Detector } from '../detection.ts';

/** The types that each detector of pictures can find something of; null is any. */
const findable: Readonly<Partial<Record<Detector, readonly string[] | null>>> = {
  text: ['OCR', 'AD', 'PORN', 'POLITICS', 'VIOLENCE'],
  codes: ['OCR', 'AD'],
  nudity: ['PORN'],
  vision: null,
};

/** Whether a detector could find any of the types that a check asks for. */
export function isAsked(detector: Detector, types: Ask['types']): boolean {
  const found = findable[detector];
  return types === null || !found || found.some((type) => types.includes(type));
}

/** Whether something of these types is shown to a check that asks for some. */
export const isWanted = (found: readonly string[], types: Ask['types']): boolean =>
  types === null || found.some((type) => types.includes(type));
