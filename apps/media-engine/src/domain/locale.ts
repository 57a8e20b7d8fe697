import type { Localized } from './detection.ts';

/**
 * A text in one locale.
 * @throws Error for a locale that it was not written in
 */
export function inLocale(text: Localized, locale: string): string {
  const said = text[locale];
  if (said === undefined) throw new Error(`a text has no ${locale}, only ${Object.keys(text).join(', ')}`);
  return said;
}

/** The same where there may be nothing to say. */
export const inLocaleOrNull = (text: Localized | null, locale: string): string | null =>
  text === null ? null : inLocale(text, locale);
