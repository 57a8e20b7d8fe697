import { useTranslation } from 'react-i18next';
import { isLanguage, locales } from './index.ts';

/** Ways to write numbers and times in the reader's language and time zone. */
export interface Format {
  readonly locale: string;
  readonly number: (value: number) => string;
  /** With its sign, also of what is positive. */
  readonly signed: (value: number) => string;
  /** @param at ISO 8601 */
  readonly time: (at: string) => string;
  readonly day: (at: string | Date) => string;
}

/** Returns how numbers and times are written on the page. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  const locale = isLanguage(i18n.language) ? locales[i18n.language] : 'en';
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const numbers = new Intl.NumberFormat(locale);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  return {
    locale,
    number: (value) => numbers.format(value),
    signed: (value) => signed.format(value),
    time: (at) => times.format(new Date(at)),
    day: (at) => days.format(new Date(at)),
  };
}
