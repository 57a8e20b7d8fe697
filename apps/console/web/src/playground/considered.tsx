import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TextCheck } from '../marks/findings.ts';
import classes from './workbench.module.css';

/** What looked like a risk and was let pass, and why. */
export function Considered({ considered }: Pick<TextCheck, 'considered'>) {
  const { t } = useTranslation();
  return (
    <details className={classes.considered}>
      <summary>{t('considered.title', { count: considered.length })}</summary>
      <Text size="sm" c="dimmed" mt="xs">
        {t('considered.lead')}
      </Text>
      <dl>
        {considered.map(({ ruleId, matchedText, startIndex, reason }) => (
          <div key={`${startIndex} ${ruleId}`}>
            <dt>{matchedText}</dt>
            <dd>
              {reason} <code>{ruleId}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
