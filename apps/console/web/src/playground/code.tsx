import { Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../parts/copy-button.tsx';
import { curlSample, pythonSample, type SampleCall, typescriptSample } from '../samples/samples.ts';
import classes from './code.module.css';

const languages = {
  curl: { name: 'curl', write: curlSample },
  typescript: { name: 'TypeScript', write: typescriptSample },
  python: { name: 'Python', write: pythonSample },
} as const;
type Language = keyof typeof languages;

/** Long lines scroll, by the keyboard as well. */
const scrolling = { tabIndex: 0 };

/** The call that the page makes, as code for one's own program. */
export function Code({ call }: { readonly call: SampleCall }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Language>('curl');
  return (
    <details className={classes.code}>
      <summary>{t('code.title')}</summary>
      <Text size="sm" c="dimmed" my="xs">
        {t('code.lead')}
      </Text>
      <Tabs
        value={chosen}
        onChange={(value) => setChosen((value as Language | null) ?? 'curl')}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('code.language')}>
          {Object.entries(languages).map(([id, { name }]) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(languages).map(([id, { name, write }]) => (
          <Tabs.Panel key={id} value={id} className={classes.panel}>
            <section className={classes.lines} aria-label={name} {...scrolling}>
              <pre>
                <code>{write(call)}</code>
              </pre>
            </section>
            <CopyText text={write(call)} size="compact-sm" className={classes.copy ?? ''} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </details>
  );
}
