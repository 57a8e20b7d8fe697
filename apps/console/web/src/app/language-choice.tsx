import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage, isLanguage, languages } from '../i18n/index.ts';

const options = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** The choice of the page's language. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <NativeSelect
      aria-label={t('app.language')}
      size="xs"
      data={options}
      value={i18n.language}
      onChange={({ currentTarget }) => {
        if (isLanguage(currentTarget.value)) void changeLanguage(currentTarget.value);
      }}
    />
  );
}
