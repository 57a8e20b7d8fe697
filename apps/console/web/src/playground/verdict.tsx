import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextCheck } from '../marks/findings.ts';
import { Time } from '../parts/time.tsx';
import classes from './verdict.module.css';

const tones = {
  safe: 'good',
  low: 'low',
  medium: 'medium',
  high: 'high',
  PASS: 'good',
  REVIEW: 'medium',
  REJECT: 'high',
} as const;

/** The verdict of a check in a word, and how much was found. */
export function Verdict({ check, count }: { readonly check: TextCheck; readonly count: number }) {
  const { t } = useTranslation();
  const { isSubmitted } = useLocation().state;
  const box = useRef<HTMLDivElement>(null);
  // Whoever has submitted it is told by the focus: screen readers say what has it, Tab goes on to the findings, and a
  // phone, on which it is below the text, scrolls there.
  useEffect(() => {
    if (isSubmitted) box.current?.focus();
  }, [isSubmitted]);
  if (check.riskLevel === null) return null;
  return (
    <div ref={box} tabIndex={-1} className={classes.verdict} data-tone={tones[check.riskLevel]}>
      <strong>{t(`verdict.${check.riskLevel}`)}</strong>
      <Text size="sm" component="span">
        {count === 0 ? t('verdict.none') : t('verdict.counts', { count })}
      </Text>
      <Text size="xs" component="span">
        {t('check.checkedAt')} <Time at={check.createdAt} />
      </Text>
    </div>
  );
}
