import { Alert, Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import type { MainTextFixBody, SiteId } from '@redline/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkQuery, isRecord, quoteFix, submitFix } from '../api/checks.ts';
import type { TextCheck } from '../marks/findings.ts';
import { CopyText } from '../parts/copy-button.tsx';
import { Problem } from '../parts/problem.tsx';
import { DifferenceView } from './difference-view.tsx';
import { useSubmissionKey } from './idempotency.ts';
import { Price } from './price.tsx';
import { rewritesOf } from './rewrites.ts';
import classes from './workbench.module.css';

interface RewriteProps {
  readonly site: SiteId;
  readonly check: TextCheck;
  readonly maySubmit: boolean;
  /** The text of the editor. */
  readonly text: string;
  readonly onUse: (text: string) => void;
}

const strategies = ['rewrite', 'precise'] as const;
const modes = ['content', 'ad'] as const;
const textLocales = { us: 'en-US', id: 'id-ID', main: 'zh-CN' } as const;

/** A rewrite of a check: its price, its making, its difference from the text, and the way to take it. */
export function Rewrite({ site, check, maySubmit, text, onUse }: RewriteProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const keys = useSubmissionKey();
  const [body, setBody] = useState<Required<MainTextFixBody>>({ strategy: 'rewrite', mode: 'content' });
  const [version, setVersion] = useState<number | null>(null);
  const sent = site === 'main' ? body : {};
  const fixing = useMutation({
    mutationFn: () => submitFix(site, check.id, sent, keys.of(JSON.stringify([check.id, sent]))),
    onSuccess(answer) {
      keys.forget();
      setVersion(null);
      const { queryKey } = checkQuery(site, check.id);
      if (isRecord(answer)) client.setQueryData(queryKey, answer);
      void client.invalidateQueries({ queryKey: isRecord(answer) ? ['credits'] : queryKey });
      void client.invalidateQueries({ queryKey: ['statement'] });
      void client.invalidateQueries({ queryKey: ['quote'] });
    },
  });
  const rewrites = rewritesOf(check);
  const shown = rewrites.find((one) => one.version === version) ?? rewrites.at(-1);
  const isRunning = fixing.isPending || check.fixStatus === 'processing';
  const mayFix = maySubmit && check.risks.length > 0;
  if (!shown && !mayFix) return null;
  return (
    <section className={classes.rewrite} aria-label={t('rewrite.title')}>
      <Title order={2} size="h5">
        {t('rewrite.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('rewrite.lead')}
      </Text>
      {mayFix && site === 'main' && (
        <Group gap="sm" mt="xs" grow>
          <NativeSelect
            label={t('rewrite.strategy')}
            data={strategies.map((value) => ({ value, label: t(`rewrite.strategy_${value}`) }))}
            value={body.strategy}
            onChange={({ currentTarget }) =>
              setBody({ ...body, strategy: currentTarget.value as (typeof strategies)[number] })
            }
          />
          <NativeSelect
            label={t('rewrite.mode')}
            data={modes.map((value) => ({ value, label: t(`options.${value}`) }))}
            value={body.mode}
            onChange={({ currentTarget }) =>
              setBody({ ...body, mode: currentTarget.value as (typeof modes)[number] })
            }
          />
        </Group>
      )}
      {mayFix && (
        <Group gap="sm" mt="sm">
          <Button variant="light" loading={isRunning} onClick={() => fixing.mutate()}>
            {shown ? t('rewrite.again') : t('rewrite.submit')}
          </Button>
          <Price
            name={[site, check.id, sent]}
            read={(signal) => quoteFix(site, check.id, sent, signal)}
            isEnabled={!isRunning}
          />
        </Group>
      )}
      <div role="status">{isRunning && <Text size="sm">{t('rewrite.running')}</Text>}</div>
      {fixing.error && <Problem error={fixing.error} />}
      {check.fixStatus === 'failed' && (
        <Alert color="orange" variant="outline" mt="sm" role="status">
          {t('rewrite.failed')}
        </Alert>
      )}
      {rewrites.length > 1 && (
        <NativeSelect
          mt="sm"
          aria-label={t('rewrite.difference')}
          data={rewrites.map((one) => ({
            value: String(one.version),
            label: t('rewrite.version', { version: one.version }),
          }))}
          value={String(shown?.version)}
          onChange={({ currentTarget }) => setVersion(Number(currentTarget.value))}
        />
      )}
      {shown && (
        <div className={classes.difference}>
          <Text size="sm" fw={600}>
            {t('rewrite.difference')}
          </Text>
          <DifferenceView before={check.text} after={shown.text} language={textLocales[site]} />
          {shown.isAccepted && (
            <Text size="sm" c="var(--level-good)">
              {t('rewrite.accepted')}
            </Text>
          )}
          {shown.refusal === 'risk_left' && (
            <Text size="sm" c="var(--level-medium)">
              {t('rewrite.refused_risk_left', { count: shown.riskCount })}
            </Text>
          )}
          {shown.refusal === 'nothing_left' && (
            <Text size="sm" c="var(--level-medium)">
              {t('rewrite.refused_nothing_left')}
            </Text>
          )}
          <Group gap="xs">
            {text === shown.text ? (
              <Text size="sm" role="status">
                {t('rewrite.used')}
              </Text>
            ) : (
              <Button size="compact-md" onClick={() => onUse(shown.text)} disabled={!maySubmit}>
                {t('rewrite.use')}
              </Button>
            )}
            <CopyText size="compact-md" text={shown.text} />
          </Group>
        </div>
      )}
    </section>
  );
}
