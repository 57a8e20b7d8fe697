import { Text } from '@mantine/core';
import type { SiteId } from '@redline/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { quoteCheck } from '../api/checks.ts';
import { useFormat } from '../i18n/use-format.ts';
import type { Finding } from '../marks/findings.ts';
import type { CheckBody } from '../samples/samples.ts';
import { DifferenceView } from './difference-view.tsx';
import { textBounds } from './options.ts';
import { Price } from './price.tsx';
import { useDebounced } from './use-debounced.ts';
import classes from './workbench.module.css';

/** How long the text is, and what it lacks or has too much. */
export function Length({ length }: { readonly length: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { min, max } = textBounds;
  if (length > max)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('check.tooLong', { over: format.number(length - max) })}
      </Text>
    );
  if (length > 0 && length < min) return <span>{t('check.tooShort', { min })}</span>;
  return <span>{t('check.length', { count: length, max: format.number(max) })}</span>;
}

interface CurrentProps {
  readonly findings: readonly Finding[];
  readonly active: string | null;
  readonly onShowCard: (key: string) => void;
}

/** The finding at the caret in a sentence, which is read out; on a phone with the way to its card, which is far below. */
export function Current({ findings, active, onShowCard }: CurrentProps) {
  const { t } = useTranslation();
  const index = findings.findIndex(({ key }) => key === active);
  const finding = findings[index];
  return (
    <div className={classes.current} role="status">
      {finding && (
        <>
          {t('finding.current', {
            index: index + 1,
            count: findings.length,
            level: t(`finding.level_${finding.level}`),
            category: finding.category ?? t('finding.ownTitle'),
            words: finding.matchedText,
          })}{' '}
          <a
            className={classes.phoneOnly}
            href={`#${finding.key}`}
            onClick={(event) => {
              event.preventDefault();
              onShowCard(finding.key);
            }}
          >
            {t('finding.fix')}
          </a>
        </>
      )}
    </div>
  );
}

const textLocales = { us: 'en-US', id: 'id-ID', main: 'zh-CN' } as const;

interface EditedProps {
  readonly site: SiteId;
  readonly before: string;
  readonly after: string;
  /** The way back, where there is one. */
  readonly children: ReactNode;
}

/** That the text is no longer the one that was checked, and in what it differs. */
export function Edited({ site, before, after, children }: EditedProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.edited}>
      <Text size="sm">{t('check.edited')}</Text>
      <details>
        <summary>{t('rewrite.difference')}</summary>
        <DifferenceView before={before} after={after} language={textLocales[site]} />
      </details>
      {children}
    </div>
  );
}

const quoteDelayMs = 600;

interface CheckPriceProps {
  readonly site: SiteId;
  readonly body: CheckBody;
  readonly isEnabled: boolean;
}

/** The price of the check that the button makes; asked for when nobody types. */
export function CheckPrice({ site, body, isEnabled }: CheckPriceProps) {
  const json = useDebounced(JSON.stringify(body), quoteDelayMs);
  const isSettled = json === JSON.stringify(body);
  return (
    <Price
      name={[site, json]}
      read={(signal) => quoteCheck(site, JSON.parse(json), signal)}
      isEnabled={isEnabled && isSettled}
    />
  );
}
