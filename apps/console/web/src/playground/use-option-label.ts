import { useTranslation } from 'react-i18next';
import { en } from '../i18n/languages/en.ts';

type Known = keyof typeof en.options;
const isKnown = (value: string): value is Known => Object.hasOwn(en.options, value);

/** Returns what a value of the contract is called; a new one, which the page does not know yet, by its own name. */
export function useOptionLabel(): (value: string) => string {
  const { t } = useTranslation();
  return (value) => (isKnown(value) ? t(`options.${value}`) : value.replaceAll('_', ' '));
}
