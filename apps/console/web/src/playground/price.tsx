import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../api/checks.ts';
import { useFormat } from '../i18n/use-format.ts';
import { sentenceOf } from '../parts/problem.tsx';

interface PriceProps {
  /** Names what is priced; the same name has the same price for a while. */
  readonly name: readonly unknown[];
  readonly read: (signal: AbortSignal) => Promise<Quote>;
  readonly isEnabled: boolean;
}

/** What a submission costs and what there is, or why it would be refused: told before it is made. */
export function Price({ name, read, isEnabled }: PriceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: ['quote', ...name],
    queryFn: ({ signal }) => read(signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return null;
  if (error)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {sentenceOf(error, t)}
      </Text>
    );
  if (!data) return null;
  const price = t('check.price', { count: data.creditCost });
  return (
    <Text size="sm" c={data.isCovered ? 'dimmed' : 'var(--mantine-color-error)'}>
      {data.laterCreditCost > 0 ? t('check.laterPrice', { price, later: data.laterCreditCost }) : price}
      {' · '}
      {data.isCovered
        ? t('check.balance', { balance: format.number(data.currentBalance) })
        : t('check.notCovered')}
    </Text>
  );
}
