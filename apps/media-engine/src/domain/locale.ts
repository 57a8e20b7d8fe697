import type { Localized } from './detection.ts';

/**
 * Returns a text in one locale.
 * @throws Error if the text has no such locale
 */
export function inLocale(text: Localized, locale: string): string {
  const found = text[locale];
  if (found === undefined) throw new Error(`a text has no ${locale}, only ${Object.keys(text).join(', ')}`);
  return found;
}

/** Returns a text in one locale; null of null. */
export const inLocaleOrNull = (text: Localized | null, locale: string): string | null =>
  text === null ? null : inLocale(text, locale);
